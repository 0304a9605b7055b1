import { ApiError } from '../data/http'
import { inTurn } from '../lib/in-turn'
import type { Kind } from './kind'
import { type Again, fateOf } from './policy'
import type { Queue } from './queue'
import { type Queued, unsent } from './queued'

/** Brings single writes to the service. */
interface Delivery<W> {
  /** Takes the next step with a write: sends it, or asks how far it is. */
  advance: (write: W) => Promise<void>
  /** When an accepted write is to be asked about; undefined: it has not been, or is at once. */
  nextQuestion: (id: string) => number | undefined
  /** Something has been heard of it. */
  askAtOnce: (id: string) => void
}

/** Waits between questions after a write, in milliseconds; the live stream usually answers before. */
const ASK_AFTER = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]

/** Sends the writes of a queue, one step of one write at a time, and says in the queue what became of it. */
export function createDelivery<W extends Queued>(queue: Queue<W>, kind: Kind<W>): Delivery<W> {
  const asked = new Map<string, { times: number; next: number }>()

  const advance = (write: W): Promise<void> => {
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
    if (!(await kind.settle(write, answer)) && write.stage === 'accepted') return
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

  return {
    advance,
    nextQuestion: (id) => asked.get(id)?.next,
    askAtOnce: (id) => void asked.delete(id),
  }
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
