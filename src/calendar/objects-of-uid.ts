/** What tells the events of one UID apart, in a file that others have written. */
export interface UidEvent {
  /** Null: it is no override. */
  recurrenceId: string | null
  sequence: number
  /** DTSTART, with its zone: clocks of two show the same at different times. */
  start: string
  /** It has a rule or added dates. */
  repeats: boolean
}

/** The events of one object. */
export interface ObjectEvents<Event> {
  /** Null: there are overrides alone. */
  master: Event | null
  overrides: Event[]
}

/**
 * The objects that events of one UID become, usually one: only one master may stand in an object (RFC 4791 4.1). Of several
 * masters those of the highest SEQUENCE count, of one start the last; all that start at different times stand, by start, each
 * as an object of its own, the overrides with the first that repeats. Pure.
 */
export function objectsOfUid<Event extends UidEvent>(events: readonly Event[]): ObjectEvents<Event>[] {
  const masters = currentMasters(events.filter(({ recurrenceId }) => recurrenceId === null))
  const overrides = events.filter(({ recurrenceId }) => recurrenceId !== null)
  if (masters.length === 0) return [{ master: null, overrides }]
  const series = masters.find(({ repeats }) => repeats) ?? masters[0]
  return masters.map((master) => ({ master, overrides: master === series ? overrides : [] }))
}

function currentMasters<Event extends UidEvent>(masters: readonly Event[]): Event[] {
  const highest = masters.reduce((most, { sequence }) => Math.max(most, sequence), Number.NEGATIVE_INFINITY)
  const current = masters.filter(({ sequence }) => sequence === highest)
  const byStart = new Map(current.map((master) => [master.start, master]))
  return [...byStart.values()].sort((a, b) => (a.start < b.start ? -1 : 1))
}
