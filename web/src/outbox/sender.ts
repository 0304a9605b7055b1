import { isReachable, onReachable } from '../data/connection'
import { ApiError } from '../data/http'
import { memberId } from '../data/session'
import { inTurn } from '../lib/in-turn'
import type { Edit } from './device-writes'
import type { Description } from './pending'
import { type Again, fateOf } from './policy'
import type { Queue } from './queue'
import { begunHere, type Queued, unsent } from './queued'
import { register } from './register'

/**
 * How far an accepted write is. What failed because the event was changed elsewhere may be sent `again` by itself, with
 * these fields as they were before it was answered; null: it may not.
 */
export type Progress<W> = 'open' | 'done' | { reason: string; again: Partial<W> | null }

/** What a refusal means: it was done all the same, it means nothing any more, or somebody is to decide. */
export type Verdict = 'done' | 'gone' | { reason: string }

/** What a feature tells the outbox of its writes. */
export interface Kind<W extends Queued> {
  describe: (write: W) => Description
  /** Those that may be sent or asked about now, of all that can be; pure. */
  heads: (open: readonly W[]) => readonly W[]
  /** Sends it under its key. @throws ApiError */
  send: (write: W) => Promise<unknown>
  /** What the answer makes of the writes; pure. */
  answered: (writes: readonly W[], write: W, answer: unknown) => readonly W[]
  refused: (write: W, error: ApiError) => Verdict
  /** Asks how far an accepted write is; absent where the answer to sending is the end of it. @throws ApiError */
  follow?: (write: W) => Promise<Progress<W>>
  /** Draws what the service has, before the write is forgotten; `answer` as it came, if one came. */
  settle: (write: W, answer?: unknown) => Promise<void> | void
  /** Tells a person. */
  onFailed: (write: W) => void
  /** Why a write failed of which nobody knows whether it was done. */
  forgotten: string
}

export interface Sender<W> {
  /** Asks after these at once: something has been heard of them. */
  ask: (isMeant: (write: W) => boolean) => void
}

/** Waits between questions after a write, in milliseconds; the live stream usually answers before. */
const ASK_AFTER = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
/** Without locks nobody knows whether another tab still sends a write, or was closed over it. */
const LEFT_AFTER = 5_000
const NEVER = Number.POSITIVE_INFINITY

/** Carries the writes of a queue to the service and follows them until they are done. Once in the life of a page. */
export function startSender<W extends Queued>(queue: Queue<W>, kind: Kind<W>): Sender<W> {
  const asked = new Map<string, { times: number; next: number }>()
  /** What this page is at. */
  const busy = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Does what is due now and sets the clock for what is due next. */
  const advance = () => {
    if (memberId.get() === null) return
    const now = Date.now()
    endHolds(queue, ({ undoUntil }) => undoUntil <= now)
    const due = kind.heads(openOf(queue)).map((write) => ({ write, at: dueAt(write, now) }))
    for (const { write, at } of due) if (at <= now) act(write)
    const holds = queue.writes.get().flatMap(({ undoUntil }) => (undoUntil === 0 ? [] : undoUntil))
    const next = Math.min(...due.map(({ at }) => at).filter((at) => at > now), ...holds)
    clearTimeout(timer)
    if (Number.isFinite(next)) timer = setTimeout(advance, Math.max(next - now, 50))
  }

  /** When something is to be done about a write; infinite when something else will wake it. */
  const dueAt = (write: W, now: number): number => {
    if (busy.has(write.id) || write.stage === 'failed') return NEVER
    if (write.stage === 'sending') return navigator.locks === undefined ? write.since + LEFT_AFTER : now
    if (!isReachable()) return NEVER
    if (write.stage === 'accepted') return document.hidden ? NEVER : (asked.get(write.id)?.next ?? now)
    const next = fateOf(write, null, now)
    return typeof next === 'object' ? (next.at ?? now) : now
  }

  const act = (write: W) => {
    busy.add(write.id)
    void begin(write).finally(() => {
      busy.delete(write.id)
      advance()
    })
  }

  const begin = (write: W): Promise<void> => {
    if (write.stage === 'accepted') return follow(write)
    // Whoever has the lock of a write sends it; who is gone has none.
    return inTurn(`outbox-${write.id}`, async () => {
      await (write.stage === 'sending' ? takeBack(write) : send(write))
      await queue.kept()
    })
  }

  /** It was left behind by a page that is gone. */
  const takeBack = async (write: W) => {
    await queue.claim(write, { stage: 'held', since: Date.now(), unclearSince: write.unclearSince ?? write.since })
  }

  const send = async (write: W) => {
    const now = Date.now()
    if (fateOf(write, null, now) === 'forgotten') return fail(write, kind.forgotten)
    if (!(await queue.claim(write, { stage: 'sending', since: now }))) return
    try {
      const answer = await kind.send(write)
      queue.change((before) => kind.answered(before, write, answer))
      if (kind.follow === undefined) await finish(write, answer)
      else accept(write)
    } catch (error) {
      // A failure of our own is no reason to lose a write either.
      await refused(write, error instanceof ApiError ? error : new ApiError(500, String(error)))
    }
  }

  const change = (id: string, changes: Partial<Queued>) => queue.edit(id, () => changes as Partial<W>)

  const accept = ({ id }: W) => {
    asked.delete(id)
    change(id, { stage: 'accepted', since: Date.now(), unclearSince: null })
  }

  const refused = async (write: W, error: ApiError) => {
    const now = Date.now()
    const next = fateOf(write, error, now)
    if (typeof next === 'object') return change(write.id, heldAgain(write, next, now))
    const verdict = kind.refused(write, error)
    if (verdict === 'done') await finish(write)
    else if (verdict === 'gone') queue.letGo(write.id)
    else fail(write, verdict.reason)
  }

  const fail = (write: W, reason: string) => {
    change(write.id, { stage: 'failed', since: Date.now(), reason })
    kind.onFailed(write)
  }

  const finish = async (write: W, answer?: unknown) => {
    await kind.settle(write, answer)
    asked.delete(write.id)
    queue.remove(write.id)
  }

  const follow = async (write: W) => {
    const times = asked.get(write.id)?.times ?? 0
    asked.set(write.id, { times: times + 1, next: Date.now() + (ASK_AFTER[times] ?? ASK_AFTER.at(-1)!) })
    const progress = (await kind.follow?.(write).catch(() => null)) ?? 'open'
    // Another tab was quicker, or another device: what was asked about is decided.
    const isOpen = queue.writes
      .get()
      .some(({ id, stage, since }) => id === write.id && stage === 'accepted' && since === write.since)
    if (!isOpen || progress === 'open') return
    if (progress === 'done') await finish(write)
    // Whose event was changed elsewhere meanwhile is sent once more: the service reads it first and merges the two.
    else if (progress.again !== null && fateOf(write, 'conflict', Date.now()) !== 'failed') {
      change(write.id, { ...unsent(), ...progress.again, isSecondTry: true })
    } else fail(write, progress.reason)
  }

  register(queue, kind.describe, () => kind.heads(openOf(queue)))
  queue.writes.subscribe(advance)
  onReachable(advance)
  memberId.subscribe(advance)
  document.addEventListener('visibilitychange', () => {
    // Who has left the page takes nothing back of what was done there, and it may never come to the front again.
    if (document.hidden) endHolds(queue, ({ id }) => begunHere.has(id))
    advance()
  })
  advance()
  return {
    ask: (isMeant) => {
      for (const write of queue.writes.get()) if (isMeant(write)) asked.delete(write.id)
      advance()
    },
  }
}

/** All that have not failed, and do not depend on one that has. */
function openOf<W extends Queued>({ writes, dependsOn }: Queue<W>): W[] {
  const failed = writes.get().filter(({ stage }) => stage === 'failed')
  return writes.get().filter((write) => write.stage !== 'failed' && !failed.some((one) => dependsOn(write, one)))
}

/** What can no longer be taken back counts as made. */
function endHolds<W extends Queued>({ writes, change }: Queue<W>, isMeant: (write: Queued) => boolean): void {
  const isOver = (write: Queued) => write.undoUntil !== 0 && isMeant(write)
  if (!writes.get().some(isOver)) return
  const end: Edit<W> = (before) => before.map((write) => (isOver(write) ? { ...write, undoUntil: 0 } : write))
  change(end)
}

function heldAgain({ tries, unclearSince }: Queued, { at, isUnclear }: Again, now: number): Partial<Queued> {
  return {
    stage: 'held',
    since: now,
    sendAfter: at ?? 0,
    tries: at === null && !isUnclear ? tries : tries + 1,
    unclearSince: unclearSince ?? (isUnclear ? now : null),
  }
}
