import ICAL from 'ical.js'

/** What another reader makes of a calendar: `start/end title`, instants or dates, in order. */
export function occurrencesByIcalJs(text: string, fromMs: number, toMs: number): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const isOverride = (event: ICAL.Component) => event.hasProperty('recurrence-id')
  const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid'))
  const overrides = Map.groupBy(events.filter(isOverride), uidOf)
  const masters = events.filter((event) => !isOverride(event))
  const uids = masters.map(uidOf)
  if (new Set(uids).size < uids.length) throw new Error('one uid for two events')
  if ([...overrides.keys()].some((uid) => !uids.includes(uid))) throw new Error('an override without its series')
  const found = masters.flatMap((master) => {
    const event = new ICAL.Event(master, { exceptions: overrides.get(uidOf(master)) ?? [] })
    if (!event.isRecurring()) return [{ start: event.startDate, end: event.endDate, title: event.summary }]
    const instances = []
    const iterator = event.iterator()
    // An override may stand up to a month before its instance.
    const last = toMs + 31 * 86_400_000
    for (let next = iterator.next(); next && instantOf(next) < last; next = iterator.next()) {
      const { startDate, endDate, item } = event.getOccurrenceDetails(next)
      instances.push({ start: startDate, end: endDate, title: item.summary })
    }
    return instances
  })
  return found
    .filter(({ start, end }) => instantOf(start) < toMs && Math.max(instantOf(end), instantOf(start) + 1) > fromMs)
    .map(({ start, end, title }) => `${momentOf(start)}/${momentOf(end)} ${title ?? ''}`)
    .sort()
}

const instantOf = (time: ICAL.Time) => (time.isDate ? Date.parse(time.toString()) : time.toUnixTime() * 1000)
const momentOf = (time: ICAL.Time) =>
  time.isDate ? time.toString() : new Date(instantOf(time)).toISOString().replace('.000', '')
