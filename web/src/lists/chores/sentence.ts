import { assignedTo } from '../../../../src/household/assignees'
import { MAX_ITEM_LENGTH, MAX_REPEAT_INTERVAL } from '../../../../src/platform/limits'
import type { ParsedEvent } from '../../data/event-text'
import type { ItemContent, Person } from '../../data/types'
import { dayOf, isoOfDay, MINUTE, toWall } from '../../lib/tz'

/** What an item says beside its text. */
export type Details = Omit<ItemContent, 'text'>

export interface ChoreLine extends Details {
  text: string
}

const IN_TURN = /[\s,;–-]*\b(?:in turns?|taking turns|by turns|abwechselnd|im wechsel|reihum)\b/iu

/** A line without the words that say who does it in turn, and those words; empty where it has none. */
export function withoutTurns(line: string): { line: string; turns: string } {
  const words = IN_TURN.exec(line)?.[0] ?? ''
  const rest = line.replace(words, ' ').trim()
  return rest === '' ? { line, turns: '' } : { line: rest, turns: words.replace(/^[\s,;–-]+/, '') }
}

/** Whether a list can say that somebody does an item of it: who has no sign-in does not read it anyway. */
export const canBeAssigned = ({ memberId }: Pick<Person, 'memberId'>, readerIds: Around['readerIds']): boolean =>
  memberId === null || readerIds === 'everyone' || readerIds.includes(memberId)

interface Around {
  people: readonly Person[]
  /** Members who read the list. */
  readerIds: readonly number[] | 'everyone'
  /** The household's. */
  zone: string
  /** What was read, and the words `withoutTurns` took from it. */
  line: string
  turns: string
}

/**
 * What was understood of a line, as an item says it; null where it is nothing but a text. A rule that items cannot say
 * comes once. What items cannot say stays in the text: a place, a reminder, such a rule or its end, who may not read the
 * list, and turns that they take part in.
 */
export function choreOf(parsed: ParsedEvent, { people, readerIds, zone, line, turns }: Around): ChoreLine | null {
  const { form, list } = parsed
  const named = people.filter(({ id }) => form.personIds?.includes(id))
  if (list !== null || form.title === '' || named.length < (form.personIds?.length ?? 0)) return null
  const repeat = repeatOf(form.recurrence)
  const doing = named.filter((person) => !isAbout(person, parsed, line))
  const assigned = doing.filter((person) => canBeAssigned(person, readerIds))
  const { assigneeIds, personIds } = assignedTo(assigned)
  const rotates = turns !== '' && assigned.length > 1 && assigned.length === doing.length
  const said = {
    ...(form.start === undefined ? {} : whenOf(form.start, form.allDay === true, zone)),
    ...(assigneeIds && { assigneeIds }),
    ...(personIds && { personIds }),
    ...(repeat === null || form.start === undefined ? {} : { repeat }),
    ...(rotates ? { rotates } : {}),
  }
  const left = unsaid(parsed, repeat !== null)
  const words = (field: Understood['field']) => left.filter((piece) => piece.field === field).map(wordsIn(line))
  const text = [
    [form.title, ...words('location')].join(' '),
    ...(['recurrence', 'end', 'reminders', 'calendar'] as const).flatMap(words),
    ...doing.filter((person) => !assigned.includes(person)).map(({ name }) => name),
    ...(rotates || turns === '' ? [] : [turns]),
  ].join(', ')
  return Object.keys(said).length === 0 || text.length > MAX_ITEM_LENGTH ? null : { text, ...said }
}

type Understood = ParsedEvent['understood'][number]

/** Pieces that no detail of an item says. */
function unsaid({ form, understood }: ParsedEvent, repeats: boolean): Understood[] {
  const isSaid = repeats && form.recurrenceUntil === undefined && form.recurrenceCount === undefined
  const unsayable = new Set<Understood['field']>(['location', 'end', 'reminders', 'calendar'])
  if (form.recurrence !== undefined && !isSaid) unsayable.add('recurrence')
  return understood.filter(({ field }) => unsayable.has(field))
}

const wordsIn =
  (line: string) =>
  ({ from, to }: Understood) =>
    line.slice(from, to).replace(/^[\s,;]+/, '')

/** Whose name stands in the title alone: "Pick up Mia" says what is done, and not who does it. */
function isAbout({ name }: Person, { form, understood }: ParsedEvent, line: string): boolean {
  const [first] = wordsOf(name).trim().split(' ')
  const title = wordsOf(form.title)
  const named = understood
    .filter(({ field }) => field === 'people')
    .map(({ from, to }) => wordsOf(line.slice(from, to)))
    .filter((words) => words.includes(` ${first}`))
  return named.length > 0 && named.every((words) => title.includes(words))
}

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** Words and marks between blanks, as the service compares them. */
function wordsOf(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\d+|[^\s]/gu) ?? []
  return ` ${words.join(' ')} `.replace(/[äöüß]/g, (letter) => UMLAUTS[letter]!)
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
  if (nth !== undefined || monthDay !== undefined || interval > MAX_REPEAT_INTERVAL) return null
  return {
    every: EVERY[frequency],
    ...(interval === 1 ? {} : { interval }),
    ...(weekdays === undefined ? {} : { weekdays }),
  }
}
