import { type CalendarObject, mainEvent, objectOf } from '../object'
import { type Component, property } from '../parse'
import type { ObjectZones } from '../zone/resolve'
import type { Zone } from '../zone/table'
import { type Block, type Document, openDocument } from './document'

/** An object that is being edited: what it says, and the text it stands in. */
export interface Editing {
  object: CalendarObject
  document: Document
  /** The master (or only event) as read before the edit, and its block in the text. */
  main: Component
  block: Block
  /** The VCALENDAR around it. */
  parent: Block
  zones: ObjectZones
  household: Zone
}

/** @throws IcalError for an unreadable object */
export function openObject(text: string, household: Zone): Editing {
  const document = openDocument(text)
  const object = objectOf(document.root.component, household)
  const main = mainEvent(object)
  const { block, parent } = document.events[object.events.indexOf(main)]!
  return { object, document, main, block, parent, zones: object.zones, household }
}

/** The same object with another of its events, as it was read, as the one that is edited. */
export function editingOf(editing: Editing, event: Component): Editing {
  const { block, parent } = editing.document.events[editing.object.events.indexOf(event)]!
  return { ...editing, main: event, block, parent }
}

/** Older versions of the main event: of several that start alike only one is read. */
export function staleVersionsOf({ document, main, block }: Editing): Block[] {
  const [uid, start] = ['UID', 'DTSTART'].map((name) => property(main, name)?.value)
  return document.events
    .map((event) => event.block)
    .filter((other) => other !== block && !other.property('RECURRENCE-ID') && other.property('UID')?.value === uid)
    .filter((other) => other.property('DTSTART')?.value === start)
}

/** Removes events from the document; whether any was there. */
export function removeEvents({ document }: Editing, events: readonly Block[]): boolean {
  const removed = new Set(events)
  const parents = new Set(document.events.map(({ parent }) => parent))
  return [...parents].map((parent) => parent.removeBlocks((child) => removed.has(child))).some(Boolean)
}

/** The overrides of the main event's series. */
export function overridesOf({ document, block }: Editing): Block[] {
  const uid = block.property('UID')?.value
  return document.events
    .map((event) => event.block)
    .filter((other) => other !== block && other.property('RECURRENCE-ID') && other.property('UID')?.value === uid)
}
