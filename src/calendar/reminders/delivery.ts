import type { Context } from '../../platform/context'
import { MINUTE_MS } from '../../platform/durations'
import { describeError } from '../../platform/log'
import type { Pusher, PushMessage } from '../../platform/webpush/pusher'
import { type Device, recordOutcome, serviceOf } from './devices'
import { type Entry, isUnderWay, settleEntry, storeEntry, withdrawEntry } from './ledger'
import { CATCH_UP_MS } from './tick-window'
import { putBack, takeWaiting, type Waiting } from './waiting'

/** One message on its way to one device. */
export interface Delivery extends Entry {
  device: Device
  /** The message as it is at that moment. */
  message: (now: Date) => PushMessage
  /** When it should be sent, epoch milliseconds. */
  fireAt: number
  /** When the tick decided on it, epoch milliseconds. */
  decidedAt: number
  /** Its entry, where that has been waiting; otherwise one is stored. */
  waiting?: Waiting
}

interface DeliveryTools {
  pusher: Pusher
  /** Waits; false when the process is about to stop. */
  wait: (milliseconds: number) => Promise<boolean>
}

type Data = Pick<Context, 'db' | 'now' | 'log' | 'metrics'>

/** A reminder that waited longer behind dead devices is stale. */
const MAX_QUEUE_MS = MINUTE_MS
/** The least pauses before another try; a push service may name longer ones. */
const RETRY_MS = [2_000, 5_000, 10_000, 20_000]

/**
 * Stores the key, sends, and records what became of it, in this order: a crash loses at most this one message, and
 * leaves an entry that tells. A busy push service is asked again within the catch-up window. Never throws. False: the
 * process is about to stop, and the message is left to another tick.
 */
export async function deliver(ctx: Data, tools: DeliveryTools, delivery: Delivery): Promise<boolean> {
  const { device, waiting } = delivery
  const fields = { memberId: device.memberId, device: device.id, service: serviceOf(device) }
  try {
    if (ctx.now().getTime() - delivery.decidedAt > MAX_QUEUE_MS) {
      ctx.log.warn('reminder was not sent: it waited too long behind other devices', fields)
      ctx.metrics.reminders.inc({ outcome: 'expired' })
      return true
    }
    const id = waiting === undefined ? await storeEntry(ctx, delivery) : await takeWaiting(ctx, waiting)
    if (id === null) return true
    const outcome = await sendWithRetries(ctx, tools, delivery, id)
    if (outcome === 'done') return true
    if (outcome === 'stopped') {
      if (waiting === undefined) await withdrawEntry(ctx, id)
      else await putBack(ctx, waiting)
      return false
    }
    const isSent = outcome.kind === 'accepted'
    await settleEntry(ctx, id, isSent ? 'sent' : 'failed')
    await recordOutcome(ctx, device, outcome)
    ctx.metrics.reminders.inc({ outcome: outcome.kind })
    if (!isSent) return true
    const late = ctx.now().getTime() - delivery.fireAt
    ctx.metrics.reminderLateness.observe(late / 1000)
    ctx.log.info('reminder sent', { ...fields, late })
  } catch (error) {
    ctx.log.error('reminder failed', { ...fields, error: describeError(error) })
  }
  return true
}

async function sendWithRetries(ctx: Data, { pusher, wait }: DeliveryTools, delivery: Delivery, id: number) {
  const { device, message, waiting, fireAt, decidedAt } = delivery
  // What has waited already may be late.
  const deadline = (waiting === undefined ? fireAt : decidedAt) + CATCH_UP_MS
  for (let attempt = 0; ; attempt++) {
    const outcome = await pusher.send(device, message(ctx.now()))
    if (outcome.kind !== 'busy') return outcome
    const pause = Math.max(RETRY_MS[attempt] ?? RETRY_MS.at(-1)!, outcome.retryAfterMs ?? 0)
    if (ctx.now().getTime() + pause > deadline) return outcome
    if (!(await wait(pause))) return 'stopped'
    // The member may have said on another device that it is done, or have handed this one on.
    if (!(await isUnderWay(ctx, id, device.memberId))) return 'done'
  }
}
