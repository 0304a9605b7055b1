import { isReachable, onReachable } from '../data/connection'
import { memberId } from '../data/session'
import { createDelivery } from './delivery'
import type { Edit } from './device-writes'
import type { Kind } from './kind'
import { fateOf } from './policy'
import type { Queue } from './queue'
import { begunHere, type Queued } from './queued'
import { register } from './register'

interface Sender<W> {
  /** Asks after these at once: something has been heard of them. */
  ask: (isMeant: (write: W) => boolean) => void
}

/** Without locks nobody knows whether another tab still sends a write, or was closed over it. */
const LEFT_AFTER = 5_000
const NEVER = Number.POSITIVE_INFINITY

/** Carries the writes of a queue to the service and follows them until they are done. Once in the life of a page. */
export function startSender<W extends Queued>(queue: Queue<W>, kind: Kind<W>): Sender<W> {
  const delivery = createDelivery(queue, kind)
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
    if (write.stage === 'accepted') return document.hidden ? NEVER : (delivery.nextQuestion(write.id) ?? now)
    const next = fateOf(write, null, now)
    return typeof next === 'object' ? (next.at ?? now) : now
  }

  const act = (write: W) => {
    busy.add(write.id)
    void delivery.advance(write).finally(() => {
      busy.delete(write.id)
      advance()
    })
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
      for (const write of queue.writes.get()) if (isMeant(write)) delivery.askAtOnce(write.id)
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
