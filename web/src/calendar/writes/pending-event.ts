import * as api from '../../data/api'
import type { EventForm, StoredEvent } from '../../data/types'
import type { EventRef } from '../event-ref'
import { currentWrites } from './waiting'
import { isAbout, type Write } from './write'

/** What the server has of an event, with the changes on their way to it laid over. @throws ApiError */
export async function pendingEvent(ref: EventRef): Promise<StoredEvent> {
  const pending = formsOf(ref)
  const [first] = pending
  const base = first?.isWhole ? storedOf(first.form) : await api.events.read(ref.uid, ref.calendarId ?? undefined)
  return pending.reduce((stored, { form }) => storedOf(form, stored), base)
}

interface PendingForm {
  form: EventForm
  /** A create says everything about its event, an edit only what changed. */
  isWhole: boolean
}

function formsOf(ref: EventRef): PendingForm[] {
  return currentWrites()
    .filter((write): write is Exclude<Write, { kind: 'delete' }> => write.kind !== 'delete')
    .filter((write) => write.stage !== 'failed' && isAbout(write, ref))
    .map(({ form, kind }) => ({ form, isWhole: kind === 'create' }))
}

/** A form as the server will have stored it. */
function storedOf(form: EventForm, before?: StoredEvent): StoredEvent {
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
  const bounds = form.recurrence === undefined ? {} : { recurrenceUntil: undefined, recurrenceCount: undefined }
  return {
    ...(before ?? EMPTY),
    ...bounds,
    ...given,
    reminderIsCustom: form.reminderLeadMinutes === undefined && (before?.reminderIsCustom ?? false),
  } as StoredEvent
}

const EMPTY = { recurrence: 'none', calendarUrl: '', location: '', description: '' } as const
