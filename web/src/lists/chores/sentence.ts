import { MOST_REPEAT_INTERVAL } from '../../../../src/platform/limits'
import type { ParsedEvent } from '../../data/event-text'
import type { ItemContent, Person } from '../../data/types'
import { dayOf, isoOfDay, MINUTE, toWall } from '../../lib/tz'

/** What an item says beside its text. */
export type Details = Omit<ItemContent, 'text'>

export interface ChoreLine extends Details {
  text: string
}

const IN_TURN = /[\s,;–-]*\b(?:in turns?|taking turns|by turns|abwechselnd|im wechsel|reihum)\b/iu

/** A line without the words that say who does it in turn, and whether it had them. */
export function withoutTurns(line: string): { line: string; rotates: boolean } {
  const rest = line.replace(IN_TURN, ' ').trim()
  return rest === '' ? { line, rotates: false } : { line: rest, rotates: rest !== line.trim() }
}

/**
 * What was understood of a line, as an item says it; null where it is nothing but a text. `zone` is the household's.
 * A rule that items cannot say comes once.
 */
export function choreOf(
  { form, list }: ParsedEvent,
  { people, zone, rotates }: { people: readonly Person[]; zone: string; rotates: boolean },
): ChoreLine | null {
  if (list !== null || form.title === '') return null
  const repeat = repeatOf(form.recurrence)
  const assigneeIds = people.flatMap(({ id, memberId }) =>
    memberId !== null && form.personIds?.includes(id) ? memberId : [],
  )
  const said = {
    ...(form.start === undefined ? {} : whenOf(form.start, form.allDay === true, zone)),
    ...(assigneeIds.length === 0 ? {} : { assigneeIds }),
    ...(repeat === null || form.start === undefined ? {} : { repeat }),
    ...(rotates && assigneeIds.length > 1 ? { rotates } : {}),
  }
  return Object.keys(said).length === 0 ? null : { text: form.title, ...said }
}

function whenOf(start: string, isAllDay: boolean, zone: string): Details {
  if (isAllDay) return { due: start.slice(0, 10) }
  const wall = toWall(Date.parse(start), zone)
  const minutes = Math.floor(wall / MINUTE)
  const two = (value: number) => String(value).padStart(2, '0')
  return { due: isoOfDay(dayOf(wall)), dueTime: `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}` }
}

const EVERY = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const

function repeatOf(recurrence: ParsedEvent['form']['recurrence']): NonNullable<ItemContent['repeat']> | null {
  if (recurrence === undefined || recurrence === 'none') return null
  if (typeof recurrence === 'string') return { every: EVERY[recurrence] }
  const { frequency, interval = 1, weekdays, nth, monthDay } = recurrence
  if (nth !== undefined || monthDay !== undefined || interval > MOST_REPEAT_INTERVAL) return null
  return {
    every: EVERY[frequency],
    ...(interval === 1 ? {} : { interval }),
    ...(weekdays === undefined ? {} : { weekdays }),
  }
}
