import * as api from '../../data/api'
import type { EventForm, StoredInstance } from '../../data/types'
import type { Entry } from '../entries'
import { covers } from '../event-ref'
import { remindersAfter } from '../reminders'
import { formOfTimes } from './times'
import { currentWrites } from './waiting'
import { type DeleteWrite, isSameObject, reaches, resultOf, type Write } from './write'

/**
 * What the server has of an event, or of an occurrence, with the changes on their way to it laid over. Null while one of
 * them changes its series: the server cannot tell yet what it comes to. @throws ApiError
 */
export async function pendingEvent(
  entry: Pick<Entry, 'ref' | 'title' | 'allDay' | 'start' | 'end'>,
): Promise<StoredInstance | null> {
  const { ref } = entry
  const pending = currentWrites().filter((write) => write.stage !== 'failed' && isSameObject(write, ref))
  const edits = pending.filter((write): write is Exclude<Write, DeleteWrite> => write.kind !== 'delete')
  if (edits.some(({ range }) => range === 'thisAndFuture' || range === 'all')) return null
  const forms = edits.filter((write) => reaches(write, ref) || covers(resultOf(write), ref))
  const [first] = forms
  const isMade = first?.kind !== 'create'
  const { uid, calendarId, recurrenceId } = ref
  const before = isMade
    ? await api.events.read(uid, { calendarId: calendarId ?? undefined, recurrenceId: recurrenceId ?? undefined })
    : storedOf(first.form)
  const stored = forms.reduce<StoredInstance>((now, { form }) => storedOf(form, now), before)
  // The form of a series speaks of its first event.
  const isElsewhere = recurrenceId !== null && forms.length > 0
  const { allDay, start, end } = isElsewhere ? formOfTimes(entry.title, entry) : stored
  return { ...stored, allDay, start, end }
}

/** A form as the server will have stored it. */
function storedOf(form: EventForm, before?: StoredInstance): StoredInstance {
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
  const bounds = form.recurrence === undefined ? {} : { recurrenceUntil: undefined, recurrenceCount: undefined }
  return {
    ...(before ?? EMPTY),
    ...bounds,
    ...given,
    ...remindersAfter(form),
  } as StoredInstance
}

const EMPTY = { recurrence: 'none', reminderIsCustom: false, calendarUrl: '', location: '', description: '' } as const
