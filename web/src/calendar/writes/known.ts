import * as api from '../../data/api'
import type { EventForm, StoredEvent } from '../../data/types'
import type { Entry } from '../entries'
import { currentWrites } from './store'
import type { Look, Write } from './write'

/** What the server has of an event, with the changes on their way to it laid over. @throws ApiError */
export async function knownEvent({ uid, calendarId }: Pick<Entry, 'uid' | 'calendarId'>): Promise<StoredEvent> {
  const pending = formsOf(uid)
  const [first] = pending
  const base = first?.isWhole ? storedOf(first.form) : await api.events.read(uid, calendarId ?? undefined)
  return pending.reduce((stored, { form }) => storedOf(form, stored), base)
}

interface PendingForm {
  form: EventForm
  /** A create says everything about its event, an edit only what changed. */
  isWhole: boolean
}

function formsOf(uid: string): PendingForm[] {
  return currentWrites()
    .filter((write): write is Exclude<Write, { kind: 'delete' }> => write.kind !== 'delete')
    .filter((write) => write.stage !== 'failed' && (write.uid === uid || write.resultUid === uid))
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

export function lookOfEntry({ calendarName, people }: Entry): Look {
  const [person] = people.filter(({ isEveryone }) => isEveryone).concat(people)
  return {
    calendarName,
    color: person?.color ?? '',
    isShared: person?.isEveryone ?? false,
    userId: Number(person?.key.split('-')[1] ?? 0) || 0,
    ownerName: person?.name ?? null,
  }
}
