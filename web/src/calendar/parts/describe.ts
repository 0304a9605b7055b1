import { type Dictionary, useText } from '../../i18n'
import { type Formats, useFormats } from '../../i18n/format'
import { dayOf } from '../../lib/tz'
import { usePersonName } from '../../ui/person'
import type { DayState } from '../coverage'
import type { CalendarData, PlacedEntry } from '../data'
import { isMoved } from '../entries'

/** Texts of events: what is read aloud and what stands beside titles. */
export interface Describe {
  formats: Formats
  /** `Ada, Ben` or `Everyone`; of a birthday, that it is one. */
  people(placed: PlacedEntry): string
  /** `17:30 – 18:00`, `All day`, or the part of it on one day of several: `from 22:00`, `day 2 of 3`. */
  times(placed: PlacedEntry, day?: number): string
  /** What is read aloud after the title: day, times, people, place, and how its saving is. */
  rest(placed: PlacedEntry): string
}

interface Said {
  calendar: Dictionary['calendar']
  formats: Formats
  words: string
}

/** `Intl` is slow, and the same events stand in several views. */
const said = new WeakMap<PlacedEntry, Said>()

/** Once per view, handed down: hundreds of events need not each subscribe to the language. */
export function useDescribe(): Describe {
  const { calendar, common } = useText()
  const formats = useFormats()
  const nameOf = usePersonName()

  const people = ({ item }: PlacedEntry) => (item.birthday ? calendar.birthday : item.people.map(nameOf).join(', '))

  const times = (placed: PlacedEntry, day?: number) => {
    const { item, firstDay, lastDay } = placed
    if (item.allDay && (day === undefined || firstDay === lastDay)) return common.allDay
    if (firstDay === lastDay) return formats.timeRange(placed.startWall, placed.endWall)
    if (!item.allDay && (day ?? firstDay) === firstDay) return calendar.from(formats.time(placed.startWall))
    if (!item.allDay && day === lastDay) return calendar.until(formats.time(placed.endWall))
    return calendar.dayOf((day ?? firstDay) - firstDay + 1, lastDay - firstDay + 1)
  }

  const rest = (placed: PlacedEntry) => {
    const before = said.get(placed)
    if (before?.calendar === calendar && before.formats === formats) return before.words
    const words = sayRest(placed)
    said.set(placed, { calendar, formats, words })
    return words
  }

  const sayRest = (placed: PlacedEntry) => {
    const { item } = placed
    const parts = [
      days(placed, formats),
      placed.firstDay === placed.lastDay || !item.allDay ? times(placed) : '',
      people(placed),
      item.location ?? '',
      !item.isRecurring ? '' : isMoved(item) ? calendar.repeatsElsewhen : calendar.repeats,
      item.reminderLeadMinutes !== null || item.reminderIsCustom ? calendar.reminds : '',
      item.save === null ? '' : item.save.state === 'failed' ? calendar.notSaved : calendar.saving,
    ]
    return parts.filter(Boolean).join(', ')
  }

  return { formats, people, times, rest }
}

function days({ firstDay, lastDay }: PlacedEntry, formats: Formats): string {
  return firstDay === lastDay ? formats.full(firstDay) : formats.dayRange(firstDay, lastDay)
}

/** `Today`, `Tomorrow` or the weekday. */
export function useDayName(): (day: number, today: number) => string {
  const { common } = useText()
  const formats = useFormats()
  return (day, today) => {
    if (day === today) return common.today
    if (day === today + 1) return common.tomorrow
    if (day === today - 1) return common.yesterday
    return formats.weekday(day)
  }
}

/** Whether an event is over at a moment of the household's clock. */
export const isOver = (placed: PlacedEntry, now: number): boolean => placed.endWall <= now && placed.startWall < now

/** The same of what needs nobody any more: it is saved. */
export const isPast = (placed: PlacedEntry, now: number): boolean => isOver(placed, now) && placed.item.save === null

/** The event that is next; `unknown` when there may be one before it, on days of which nothing is known. */
export function whatIsNext({ placed, coverage }: CalendarData, now: number): PlacedEntry | 'nothing' | 'unknown' {
  const next = nextUp(placed, now)
  const first = dayOf(now)
  if (!coverage.knows({ first, days: next !== null && next.firstDay <= first ? 1 : 2 })) return 'unknown'
  return next ?? 'nothing'
}

/** The event that is next, or on right now: all-day ones aside, today's or tomorrow's. */
export function nextUp(placed: readonly PlacedEntry[], now: number): PlacedEntry | null {
  const ahead = placed.filter((one) => !one.isBar && one.endWall > now && one.firstDay < dayOf(now) + 2)
  const isFuture = (one: PlacedEntry) => one.startWall >= now
  // An upcoming event goes before a running one; of the running ones the latest start.
  return (
    ahead.filter(isFuture).sort((a, b) => a.startWall - b.startWall)[0] ??
    ahead.sort((a, b) => b.startWall - a.startWall)[0] ??
    null
  )
}

/** What is read aloud of a day: how many events it has, or that nobody knows. */
export function dayMessage(
  count: number,
  state: DayState,
  { noEvents, events, dayStates }: Dictionary['calendar'],
): string {
  if (state === 'known') return count === 0 ? noEvents : events(count)
  return count === 0 ? dayStates[state] : `${events(count)}, ${dayStates[state]}`
}
