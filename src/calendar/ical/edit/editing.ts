import { type CalendarObject, mainEvent, objectOf } from '../object'
import type { Component } from '../parse'
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

/** Throws IcalError for an unreadable object. */
export function openObject(text: string, household: Zone): Editing {
  const document = openDocument(text)
  const object = objectOf(document.root.component, household)
  const main = mainEvent(object)
  const { block, parent } = document.events[object.events.indexOf(main)]!
  return { object, document, main, block, parent, zones: object.zones, household }
}

/** The overrides of the main event's series. */
export function overridesOf({ document, block }: Editing): Block[] {
  const uid = block.property('UID')?.value
  return document.events
    .map((event) => event.block)
    .filter((other) => other !== block && other.property('RECURRENCE-ID') && other.property('UID')?.value === uid)
}
