import * as api from '../../data/api'
import { isReachable, onReachable } from '../../data/connection'
import { ApiError } from '../../data/http'
import { onSyncStatus } from '../../data/live'
import { queryClient } from '../../data/queries'
import { memberId } from '../../data/session'
import type { StoredEvent, SyncStatus } from '../../data/types'
import { text } from '../../i18n'
import { unsavedText, unsavedTexts } from '../../i18n/unsaved'
import { navigate } from '../../router'
import { showToast } from '../../ui/toast'
import { followElsewhere, lookElsewhere } from './elsewhere'
import { REASON, wordFor } from './reason-words'
import { forgetRow } from './rows'
import { changeWrite, changeWrites, claimWrite, currentWrites, onWritesChange, removeWrite, startStore } from './store'
import { followUid, heads, isForgotten, isNew, unsent, type Write } from './write'

await unsavedTexts

/** Waits between questions after a write, in milliseconds; the live stream usually answers before. */
const ASK_AFTER = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
const RETRY_AFTER = 5_000
/** A write that is "sending", but not from this page, was left behind by one that is gone, or another tab sends it. */
const LEFT_AFTER = 5_000
/** Reading the calendar anew takes no longer. */
const SETTLED_WITHIN = 60_000

const asked = new Map<string, { times: number; next: number }>()
/** What this page is sending. Another one may send it, too: under one key that is done once. */
const inFlight = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
let isStarted = false

/** Carries writes to the server and follows them until the calendar server has them. Safe to call again. */
export function startWrites(): void {
  if (isStarted) return
  isStarted = true
  onWritesChange(advance)
  onReachable(advance)
  memberId.subscribe(advance)
  document.addEventListener('visibilitychange', advance)
  onSyncStatus(({ uid, status }) => {
    for (const write of currentWrites()) {
      if (write.uid !== uid && write.resultUid !== uid) continue
      asked.delete(write.id)
      // Another device has had it sent once more.
      if (write.stage === 'failed' && status === 'pending') followAgain(write)
    }
    advance()
  })
  void startStore().then(() => {
    advance()
    followElsewhere()
  })
}

const followAgain = ({ id }: Write): void => changeWrite(id, { stage: 'accepted', since: Date.now(), reason: null })

/** Does what is due now and sets the clock for what is due next. */
function advance(): void {
  clearTimeout(timer)
  if (memberId.get() === null) return
  const now = Date.now()
  const due = heads(currentWrites()).map((write) => ({ write, at: dueAt(write) }))
  for (const { write, at } of due) if (at <= now) act(write)
  const next = Math.min(...due.filter(({ at }) => at > now).map(({ at }) => at))
  if (Number.isFinite(next)) timer = setTimeout(advance, Math.max(next - now, 50))
}

/** When something is to be done about a write; infinite when something else will wake it. */
function dueAt(write: Write): number {
  switch (write.stage) {
    case 'held':
      return isReachable() ? write.sendAfter : Number.POSITIVE_INFINITY
    case 'sending':
      return inFlight.has(write.id) ? Number.POSITIVE_INFINITY : write.since + LEFT_AFTER
    case 'accepted':
      if (document.hidden || !isReachable()) return Number.POSITIVE_INFINITY
      return asked.get(write.id)?.next ?? 0
    case 'failed':
      return Number.POSITIVE_INFINITY
  }
}

function act(write: Write): void {
  if (write.stage === 'held') void send(write)
  if (write.stage === 'accepted') void ask(write)
  if (write.stage === 'sending') {
    changeWrite(write.id, { stage: 'held', since: Date.now(), unclearSince: write.unclearSince ?? write.since })
  }
}

async function send(write: Write): Promise<void> {
  if (isForgotten(write, Date.now())) return fail(write, REASON.lost)
  inFlight.add(write.id)
  try {
    if (!(await claimWrite(write.id))) return
    const { uid } = await deliver(write)
    asked.delete(write.id)
    changeWrite(write.id, { stage: 'accepted', since: Date.now(), resultUid: uid, rowId: null, replaces: null })
    changeWrites((before) => followUid(before, { ...write, resultUid: uid }))
  } catch (error) {
    refused(write, error instanceof ApiError ? error : new ApiError(500, String(error)))
  } finally {
    inFlight.delete(write.id)
  }
}

async function deliver(write: Write): Promise<{ uid: string }> {
  const { uid, key, rowId, replaces } = write
  if (replaces !== null) await forgetRow(replaces)
  if (rowId !== null && !isOwnEdit(write)) return api.writes.retry(rowId)
  const calendarId = write.calendarId ?? undefined
  switch (write.kind) {
    case 'create':
      return api.events.create(write.form, key)
    case 'edit':
      return api.events.edit(
        uid,
        write.base === null ? write.form : { ...write.form, base: write.base },
        key,
        calendarId,
      )
    case 'delete':
      return api.events.remove(uid, calendarId)
  }
}

/** It takes the place of its failed row, and what others have changed meanwhile is heeded. */
const isOwnEdit = (write: Write) => write.kind === 'edit' && write.base !== null

function refused(write: Write, error: ApiError): void {
  if (error.status === 401 || error.isTransient) {
    const now = Date.now()
    const isUnclear = error.status === 0 || error.status >= 500
    const unclearSince = write.unclearSince ?? (isUnclear ? now : null)
    changeWrite(write.id, { stage: 'held', since: now, sendAfter: now + waitAfter(error), unclearSince })
  } else if (write.rowId !== null && !isOwnEdit(write) && [404, 409].includes(error.status)) {
    // Another device has tried it again, or let go of it.
    removeWrite(write.id)
    lookElsewhere()
  } else if (error.status === 404 && write.kind === 'delete') {
    void settle(write)
  } else if (error.status === 409 && write.kind === 'edit') {
    changeWrite(write.id, { current: (error.content as { current?: StoredEvent } | null)?.current ?? null })
    fail(write, REASON.clash)
  } else {
    fail(write, reasonOf(error))
  }
}

/** Signing in and reaching the house again wake a held write by themselves; other refusals want a pause. */
function waitAfter({ status, retryAfterSeconds }: ApiError): number {
  if (status === 401 || status === 0) return 0
  return retryAfterSeconds === null ? RETRY_AFTER : retryAfterSeconds * 1000
}

function reasonOf({ status, message }: ApiError): string {
  if (status === 404) return REASON.gone
  if (status === 403) return REASON.forbidden
  if (status === 422) return REASON.noCalendar
  if (status === 400 || status === 413) return REASON.invalid
  return message
}

function fail(write: Write, reason: string): void {
  changeWrite(write.id, { stage: 'failed', since: Date.now(), reason })
  const { calendar } = text()
  showToast({
    text: write.kind === 'delete' ? calendar.notDeleted(write.title) : calendar.notSavedToast(write.title),
    action: { label: unsavedText().look, run: () => navigate('/unsaved') },
  })
}

/** Asks how far an accepted write is; a move is two rows under two names. */
async function ask(write: Write): Promise<void> {
  const times = asked.get(write.id)?.times ?? 0
  asked.set(write.id, { times: times + 1, next: Date.now() + (ASK_AFTER[times] ?? ASK_AFTER.at(-1)!) })
  const uids = new Set([write.resultUid, write.uid].filter((uid): uid is string => uid !== null && !isNew(uid)))
  try {
    const answers = await Promise.all([...uids].map((uid) => api.events.syncStatus(uid)))
    // Another question was quicker, or another device: what was asked about is decided.
    const isOpen = currentWrites().some(
      ({ id, stage, since }) => id === write.id && stage === 'accepted' && since === write.since,
    )
    if (!isOpen) return
    const broken = answers.find(({ status }) => status === 'failed' || status === 'dead')
    if (broken !== undefined) broke(write, broken)
    else if (answers.every(({ status }) => status === 'done')) await settle(write)
    else advance()
  } catch {
    advance()
  }
}

/** Whose event was changed elsewhere meanwhile is sent once more: the house reads it first and merges the two. */
function broke(write: Write, status: SyncStatus): void {
  if (write.kind === 'edit' && isOwnEdit(write) && !write.isSecondTry && status.errorCode === REASON.conflict) {
    changeWrite(write.id, { ...unsent(), isSecondTry: true })
  } else fail(write, wordFor(status, unsavedText().reasons))
}

/** The calendar server has it: draw what it has, and only then forget the write, so that nothing flickers. */
async function settle(write: Write): Promise<void> {
  asked.set(write.id, { times: 0, next: Date.now() + SETTLED_WITHIN })
  await queryClient.invalidateQueries({ queryKey: ['events'] }, { throwOnError: false })
  asked.delete(write.id)
  removeWrite(write.id)
}
