import { dayOf, isoOfDay } from '../../lib/tz'
import { type Draft, draftOfForm, type Problem, startOf, timeOf } from '../draft'
import { createForm } from '../form-of-draft'
import { acceptedOf, nameOf, type Reading, titleOf, type Understood } from './reading'

/** What of an event is said in one chip. */
export const PARTS = ['when', 'people', 'reminders', 'recurrence', 'location', 'calendar'] as const
export type Part = (typeof PARTS)[number]

const FIELDS: Record<Part, readonly (keyof Draft)[]> = {
  when: ['allDay', 'startDate', 'startTime', 'endDate', 'endTime'],
  people: ['personIds'],
  reminders: ['reminders'],
  recurrence: ['recurrence', 'rule', 'ends', 'until', 'count'],
  location: ['location'],
  calendar: ['calendarUrl'],
}

/** A new event in one line, as it is typed and tapped; kept on the device. */
export interface Line {
  text: string
  /** What holds where nothing else is said. */
  base: Draft
  /** What was set by hand goes before what is understood. */
  byHand: Partial<Draft>
  /** What was understood and is not meant, by `nameOf`. */
  declined: readonly string[]
  /** How long it lasts is as yet a suggestion. */
  isLengthOpen: boolean
  /** It has the reminder that is usual; not where it began with another event's. */
  isReminderOpen?: boolean
}

/** What the device knows of the habits of whoever types. */
export interface Habits {
  zone: string
  /** Milliseconds that an event of a title usually lasts. */
  lengthOf: (title: string) => number
  /** A draft that became another kind of event, with the reminder that is usual for it. */
  remind: (draft: Draft, before: Draft) => Draft
}

export const isByHand = ({ byHand }: Line, part: Part): boolean => FIELDS[part].some((field) => field in byHand)

/** Both ends are one part. */
const partOf = ({ field }: Understood): Part | 'list' => (field === 'end' ? 'when' : field)

/** The parts that are understood, and meant. */
export const partsIn = (line: Line, reading: Reading | null): Set<Part | 'list'> =>
  new Set(acceptedOf(reading, line.declined).map(partOf))

/** The list that something is added to, where one is understood, and meant. */
export const listIn = (line: Line, reading: Reading | null): Reading['list'] =>
  partsIn(line, reading).has('list') ? (reading?.list ?? null) : null

const plainItem = (title: string): string => `chore: ${title.toLowerCase()}`

/** Whether an item of a list of chores is meant as it is typed, whatever is understood of it. */
export const isPlainItem = ({ declined }: Line, title: string): boolean => declined.includes(plainItem(title))

/** A line whose item is meant as it is typed. */
export const withPlainItem = (line: Line, title: string): Line => ({
  ...line,
  declined: [...line.declined, plainItem(title)],
})

/** Whether a line cannot be saved; a list asks for a title alone. */
export const hinders = (problems: readonly Problem[], list: Reading['list']): boolean =>
  problems.includes('title') || (list === null && problems.length > 0)

/** The part in which the first problem that has one can be mended. */
export const partToMend = (problems: readonly Problem[]): Part | null =>
  problems.map((one) => PART_OF[one]).find((part) => part !== undefined) ?? null

const PART_OF: Partial<Record<Problem, Part>> = {
  start: 'when',
  end: 'when',
  until: 'recurrence',
  count: 'recurrence',
  interval: 'recurrence',
}

/** The event that a line amounts to: what was set by hand, else what is understood, else what it began with. */
export function draftOf(line: Line, reading: Reading | null, habits: Habits): Draft {
  const { text, base, byHand, declined, isLengthOpen } = line
  const accepted = acceptedOf(reading, declined)
  const parts = new Set(accepted.map(partOf))
  const title = titleOf(text, reading, accepted)
  const said = reading === null ? {} : formOf(reading, parts)
  const isEndSaid = 'start' in said ? accepted.some(({ field }) => field === 'end') : !isLengthOpen
  const known = draftOfForm({ ...createForm(base, habits.zone), ...said, title }, base, habits.zone)
  const lasting = isEndSaid || known.allDay ? known : withLength(known, habits.lengthOf(title))
  const draft = { ...lasting, ...byHand, title }
  return parts.has('reminders') || 'reminders' in byHand ? draft : habits.remind(draft, base)
}

/** Of what a reading says, the parts that are meant. How an event repeats may say alone when it starts. */
function formOf({ form, understood }: Reading, parts: ReadonlySet<Part | 'list'>) {
  const isByRule = parts.has('recurrence') && !understood.some(({ field }) => field === 'when')
  const isTimed = parts.has('when') || isByRule
  // Several days with hours are a series without a word of one: 14 to 17 December from 9 to 17.
  const isByDays = parts.has('when') && !understood.some(({ field }) => field === 'recurrence')
  const { allDay, start, end, location, recurrence, recurrenceUntil, recurrenceCount, reminders, personIds } = form
  return {
    ...(isTimed && start !== undefined && end !== undefined && { allDay: allDay ?? false, start, end }),
    ...(parts.has('location') && location !== undefined && { location }),
    ...((parts.has('recurrence') || isByDays) && { recurrence, recurrenceUntil, recurrenceCount }),
    ...(parts.has('reminders') && { reminders }),
    ...(parts.has('people') && { personIds }),
    ...(parts.has('calendar') && { calendarUrl: form.calendarUrl }),
  }
}

function withLength(draft: Draft, length: number): Draft {
  const end = startOf(draft) + length
  return { ...draft, endDate: isoOfDay(dayOf(end)), endTime: timeOf(end) }
}

/** A line with a part set by hand, as it stands in a draft. */
export function withPart(line: Line, part: Part, draft: Draft): Line {
  const set = Object.fromEntries(FIELDS[part].map((field) => [field, draft[field]]))
  return { ...line, byHand: { ...line.byHand, ...set } }
}

/** A line in which a part is not said: its words are words of the title again, and it is as it was in the beginning. */
export function withoutPart(line: Line, reading: Reading | null, part: Part | 'list'): Line {
  const names = acceptedOf(reading, line.declined)
    .filter((one) => partOf(one) === part)
    .map((one) => nameOf(one, reading!))
  const declined = [...line.declined, ...names]
  if (part === 'list') return { ...line, declined }
  const others = Object.entries(line.byHand).filter(([field]) => !FIELDS[part].includes(field as keyof Draft))
  return { ...line, declined, byHand: Object.fromEntries(others) }
}
