import { mainSeries } from '../find-instance'
import { isLeftOut } from '../instance'
import { isMeeting } from '../meeting'
import { mainGroup, objectOf } from '../object'
import { property } from '../parse'
import { replacedBy } from '../prepare'
import { momentText, startOf } from '../times'
import { OPERATION } from '../x-properties'
import type { Zone } from '../zone/table'
import { type Block, type Document, openDocument } from './document'

/** An object's text with the events of another one that it lacks. */
export interface Completed {
  text: string
  /** The first that was added, as RECURRENCE-ID names it; null: the series itself. */
  added: string | null
}

/**
 * Adds to an object what an imported one of the same UID has more: the series, or overrides of occurrences. What stands
 * there, or was removed from it, stays so, whatever the import says. So does a meeting: imports name no people, and
 * servers tell those whom an occurrence does not name that it is off. Null: nothing is to be added.
 * @throws IcalError when one of them cannot be read
 */
export function completed(text: string, imported: string, household: Zone, operationId: string): Completed | null {
  if (isMeeting(text)) return null
  const here = openDocument(text)
  const there = openDocument(imported)
  const series = mainSeries(objectOf(here.root.component, household))
  const known = new Set(namesOf(here, household).map(({ name }) => name))
  const isRemoved = (instant: number | null) => instant !== null && isLeftOut(series, instant)
  const missing = namesOf(there, household).filter(({ name, instant }) => !known.has(name) && !isRemoved(instant))
  const [first] = missing
  const calendar = here.events[0]?.parent
  if (first === undefined || calendar === undefined) return null
  for (const zone of lackingZones(calendar, there)) calendar.nodes.push(zone)
  for (const { block } of missing) {
    block.set(OPERATION, `${OPERATION}:${operationId}`)
    calendar.nodes.push(block)
  }
  return { text: here.root.toString(), added: first.name }
}

/** An event by the occurrence that it speaks for, in UTC seconds too; null: for the series. */
interface Named {
  name: string | null
  instant: number | null
  block: Block
}

function namesOf({ root, events }: Document, household: Zone): Named[] {
  const object = objectOf(root.component, household)
  const [master] = mainGroup(object).masters
  const start = master === undefined ? undefined : startOf(master, object.zones)
  return events.map(({ block }) => {
    const { component } = block
    if (property(component, 'RECURRENCE-ID') === undefined) return { name: null, instant: null, block }
    const { instant, isDate } = replacedBy(component, start, object.zones)
    return { name: momentText(instant, isDate), instant, block }
  })
}

function lackingZones(calendar: Block, there: Document): Block[] {
  const idOf = (block: Block) => block.property('TZID')?.value
  const zonesOf = ({ blocks }: Block) => blocks.filter(({ name }) => name === 'VTIMEZONE')
  const known = new Set(zonesOf(calendar).map(idOf))
  return zonesOf(there.events[0]!.parent).filter((zone) => !known.has(idOf(zone)))
}
