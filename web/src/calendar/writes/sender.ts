import * as api from '../../data/api'
import type { ApiError } from '../../data/http'
import { onSyncStatus } from '../../data/live'
import { queries, queryClient, refresh } from '../../data/queries'
import type { StoredEvent } from '../../data/types'
import { unsavedText } from '../../i18n/unsaved'
import type { Progress, Verdict } from '../../outbox/kind'
import type { Description } from '../../outbox/pending'
import { startSender } from '../../outbox/sender'
import { tellNotSaved } from '../../shell/not-saved'
import { isNew, sameEvent } from '../event-ref'
import { forgetRow } from './actions'
import { followElsewhere, lookElsewhere } from './elsewhere'
import { nameOf } from './name'
import { calendarWrites } from './queue'
import { type OwnReason, wordFor } from './reason-words'
import { currentWrites } from './waiting'
import { answered, heads, isAbout, resultOf, type Write } from './write'

/** Carries writes to the service and follows them until the calendar server has them; once in the life of a page. */
export async function startCalendarWrites(): Promise<void> {
  await calendarWrites.open()
  const { ask } = startSender(calendarWrites, {
    describe,
    heads,
    send,
    answered,
    refused,
    follow,
    settle,
    onFailed: tellFailed,
    forgotten: 'lost' satisfies OwnReason,
  })
  onSyncStatus(({ uid, recurrenceId = null, status }) => {
    const isMeant = (write: Write) => isAbout(write, { calendarId: null, uid, recurrenceId })
    // Another device has had it sent once more.
    if (status === 'pending') currentWrites().filter(isMeant).forEach(followAgain)
    ask(isMeant)
  })
  followElsewhere()
}

function followAgain({ id, stage }: Write): void {
  if (stage !== 'failed') return
  calendarWrites.edit(id, () => ({ stage: 'accepted', since: Date.now(), reason: null }))
}

async function send(write: Write): Promise<{ uid: string }> {
  const { ref, key, rowId, replaces, range, formRecurrenceId } = write
  if (replaces !== null) await forgetRow(replaces)
  if (rowId !== null && !isOwnEdit(write)) return api.writes.retry(rowId)
  const calendarId = ref.calendarId ?? undefined
  const query = { calendarId, range: range ?? undefined, recurrenceId: formRecurrenceId ?? undefined }
  switch (write.kind) {
    case 'create':
      return api.events.create(write.form, key)
    case 'edit': {
      const body = write.base === null ? write.form : { ...write.form, base: write.base }
      return api.events.edit(ref.uid, body, key, query)
    }
    case 'delete':
      return api.events.remove(ref.uid, query)
  }
}

/** It takes the place of its failed row, and what others have changed meanwhile is heeded. */
const isOwnEdit = (write: Write) => write.kind === 'edit' && write.base !== null

function refused(write: Write, { status, message, content }: ApiError): Verdict {
  if (write.rowId !== null && !isOwnEdit(write) && [404, 409].includes(status)) {
    // Another device has tried it again, or let go of it.
    lookElsewhere()
    return 'gone'
  }
  if (status === 404 && write.kind === 'delete') return 'done'
  if (status === 409 && write.kind === 'edit') {
    const current = (content as { current?: StoredEvent } | null)?.current ?? null
    calendarWrites.edit(write.id, () => ({ current }))
    return { reason: 'clash' satisfies OwnReason }
  }
  // Somebody whom it names may have been removed.
  if (status === 400) refresh(queries.people.queryKey)
  if (status === 403 && INVITED.test(message)) return { reason: 'invited' satisfies OwnReason }
  return { reason: REASON_OF[status] ?? message }
}

/** How the service says that an event is somebody else's to change. */
const INVITED = /^Only the organizer /

const REASON_OF: Partial<Record<number, OwnReason>> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'gone',
  413: 'invalid',
  422: 'noCalendar',
}

function tellFailed(write: Write): void {
  const { notDeleted, notSaved } = unsavedText()
  tellNotSaved((write.kind === 'delete' ? notDeleted : notSaved)(nameOf(write)))
}

/** A move is two rows under two names, and so is a series that is split. */
async function follow(write: Write): Promise<Progress<Write>> {
  const result = resultOf(write)
  const refs = isNew(write.ref) || sameEvent(result, write.ref) ? [result] : [write.ref, result]
  const asked = refs.map(({ uid, recurrenceId }) => api.events.syncStatus(uid, recurrenceId ?? undefined))
  const answers = await Promise.all(asked)
  const broken = answers.find(({ status }) => status === 'failed' || status === 'dead')
  if (broken !== undefined) {
    const mayMerge = isOwnEdit(write) && broken.errorCode === ('conflict' satisfies OwnReason)
    return { reason: wordFor(broken, unsavedText().reasons), again: mayMerge ? { resultUid: null } : null }
  }
  return answers.every(({ status }) => status === 'done') ? 'done' : 'open'
}

/** Draws what the calendar server has before the write is forgotten, so that nothing flickers. */
async function settle(): Promise<boolean> {
  const { events, event } = queries
  const kinds = [events.queryKey, event.queryKey]
  await Promise.all(kinds.map((queryKey) => queryClient.invalidateQueries({ queryKey }, { throwOnError: false })))
  const onScreen = queryClient.getQueryCache().findAll({ queryKey: events.queryKey, type: 'active' })
  return onScreen.every(({ state }) => state.status !== 'error')
}

/** Why it failed is told together with the ways that only a write of an event has. */
function describe(write: Write): Description {
  return { name: nameOf(write), what: unsavedText().kinds[write.kind], href: null, reason: null }
}
