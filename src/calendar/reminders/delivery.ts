import type { Context } from '../../platform/context'
import { describeError } from '../../platform/log'
import type { Pusher } from '../../platform/webpush/pusher'
import type { Zone } from '../ical/zone'
import { type Device, recordOutcome, serviceOf } from './devices'
import type { Due } from './due'
import { type Entry, settleEntry, storeEntry, withdrawEntry } from './ledger'
import { messageOf } from './message'
import { CATCH_UP_MS } from './tick-window'

/** One reminder on its way to one device. */
export interface Delivery extends Entry {
  due: Due
  device: Device
  /** When the tick decided on it, epoch milliseconds. */
  decidedAt: number
}

interface DeliveryTools {
  pusher: Pusher
  household: Zone
  /** Waits; false when the process is about to stop. */
  wait: (milliseconds: number) => Promise<boolean>
}

type Data = Pick<Context, 'db' | 'now' | 'log' | 'metrics'>

/** A reminder that waited longer behind dead devices is stale. */
const LONGEST_QUEUE_MS = 60_000
/** The least pauses before another try; a push service may name longer ones. */
const RETRY_MS = [2_000, 5_000, 10_000, 20_000]

/**
 * Stores the key, sends, and records what became of it, in this order: a crash loses at most this one message, and
 * leaves an entry that tells. A busy push service is asked again within the catch-up window. Never throws.
 */
export async function deliver(ctx: Data, tools: DeliveryTools, delivery: Delivery): Promise<void> {
  const { device, due } = delivery
  const fields = { memberId: device.memberId, device: device.id, service: serviceOf(device) }
  try {
    if (ctx.now().getTime() - delivery.decidedAt > LONGEST_QUEUE_MS) {
      ctx.log.warn('reminder was not sent: it waited too long behind other devices', fields)
      ctx.metrics.reminders.inc({ outcome: 'expired' })
      return
    }
    const id = await storeEntry(ctx, delivery)
    if (id === null) return
    const outcome = await sendWithRetries(ctx, tools, delivery)
    if (outcome === 'stopped') {
      await withdrawEntry(ctx, id)
      return
    }
    const isSent = outcome.kind === 'accepted'
    await settleEntry(ctx, id, isSent ? 'sent' : 'failed')
    await recordOutcome(ctx, device, outcome)
    ctx.metrics.reminders.inc({ outcome: outcome.kind })
    if (!isSent) return
    const late = ctx.now().getTime() - due.fireAt
    ctx.metrics.reminderLateness.observe(late / 1000)
    ctx.log.info('reminder sent', { ...fields, late })
  } catch (error) {
    ctx.log.error('reminder failed', { ...fields, error: describeError(error) })
  }
}

async function sendWithRetries(ctx: Data, { pusher, household, wait }: DeliveryTools, { due, device }: Delivery) {
  const deadline = due.fireAt + CATCH_UP_MS
  for (let attempt = 0; ; attempt++) {
    const outcome = await pusher.send(device, messageOf(due, ctx.now(), household, device.language))
    if (outcome.kind !== 'busy') return outcome
    const pause = Math.max(RETRY_MS[attempt] ?? RETRY_MS.at(-1)!, outcome.retryAfterMs ?? 0)
    if (ctx.now().getTime() + pause > deadline) return outcome
    if (!(await wait(pause))) return 'stopped'
  }
}
