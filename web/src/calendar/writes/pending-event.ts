import { isStatus } from '../../data/http'
import { type Query, queries, queryClient } from '../../data/queries'
import type { EventForm, StoredInstance } from '../../data/types'
import type { Entry } from '../entries'
import { covers, type EventRef } from '../event-ref'
import { remindersAfter } from '../reminders'
import { formOfTimes } from './times'
import { underUidNow } from './uid-now'
import { currentWrites } from './waiting'
import { type DeleteWrite, isSameObject, reaches, resultOf, type Write } from './write'

/** An event, or an occurrence, as the calendar shows it. */
type Shown = Pick<Entry, 'ref' | 'title' | 'allDay' | 'start' | 'end'>

/** What the server has of an event, or of an occurrence; once read it is at hand without a connection. */
export function storedEvent(ref: EventRef): Query<StoredInstance> {
  const { uid, calendarId, recurrenceId } = underUidNow(ref)
  const query = { calendarId: calendarId ?? undefined, recurrenceId: recurrenceId ?? undefined }
  return { ...queries.event(uid, query), staleTime: 0 }
}

/** The changes on their way to an event that say what it will be, the first of which may make it. */
type Changes = readonly Exclude<Write, DeleteWrite>[]

/** Null while one of them changes its series: the server cannot tell yet what it comes to. */
export function changesOf(ref: EventRef, writes: readonly Write[]): Changes | null {
  const pending = writes.filter((write) => write.stage !== 'failed' && isSameObject(write, ref))
  const edits = pending.filter((write): write is Changes[number] => write.kind !== 'delete')
  if (edits.some(({ range }) => range === 'thisAndFuture' || range === 'all')) return null
  return edits.filter((write) => reaches(write, ref) || covers(resultOf(write), ref))
}

/** Whether there is nothing at the server yet that could be read. */
export const isUnmade = ([first]: Changes): boolean => first?.kind === 'create'

/**
 * What it means that the service does not have an event that is drawn: it was deleted, or a change whose answer is still
 * on its way has moved it to another calendar, where it has another name. Null where the error says something else.
 */
export function whyMissing(error: unknown, changes: Changes): 'gone' | 'pending' | null {
  if (!isStatus(error, 404)) return null
  return changes.length === 0 ? 'gone' : 'pending'
}

/** An event with the changes on their way laid over what is stored; `stored` is not needed for one that is unmade. */
export function afterChanges(shown: Shown, changes: Changes, stored: StoredInstance | undefined): StoredInstance {
  const after = changes.reduce<StoredInstance | undefined>((now, { form }) => storedOf(form, now), stored) ?? EMPTY
  // The form of a series speaks of its first event.
  const isElsewhere = shown.ref.recurrenceId !== null && changes.length > 0
  const { allDay, start, end } = isElsewhere ? formOfTimes(shown.title, shown) : after
  return { ...after, allDay, start, end }
}

/**
 * What the server has of an event, or of an occurrence, with the changes on their way to it laid over; null where that
 * cannot be told yet. @throws ApiError
 */
export async function pendingEvent(shown: Shown): Promise<StoredInstance | null> {
  const changes = changesOf(shown.ref, currentWrites())
  if (changes === null) return null
  const asked = { ...storedEvent(shown.ref), retry: false }
  return afterChanges(shown, changes, isUnmade(changes) ? undefined : await queryClient.fetchQuery(asked))
}

/** A form as the server will have stored it. */
function storedOf(form: EventForm, before: StoredInstance = EMPTY): StoredInstance {
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
  const bounds = form.recurrence === undefined ? {} : { recurrenceUntil: undefined, recurrenceCount: undefined }
  return { ...before, ...bounds, ...given, ...remindersAfter(form) } as StoredInstance
}

const EMPTY = {
  title: '',
  allDay: false,
  start: '',
  end: '',
  recurrence: 'none',
  reminderLeadMinutes: null,
  reminderIsCustom: false,
  calendarUrl: '',
  location: '',
  description: '',
} satisfies StoredInstance
