import { type Device, readDevices, recordOutcome, serviceOf } from '../../calendar/reminders'
import type { Context } from '../../platform/context'
import type { PushOutcome } from '../../platform/webpush/outcome'
import type { Pusher, PushMessage } from '../../platform/webpush/pusher'

export interface TrialResult {
  devices: number
  /** How many of them a push service accepted the message for. */
  accepted: number
  /** One entry for each other device: the push service's host and what is wrong, in plain words. */
  problems: { service: string; reason: string }[]
}

const AT_ONCE = 16
const MESSAGE: PushMessage = {
  payload: { title: 'Corkboard', body: 'Reminders work', url: '/', tag: 'trial' },
  ttlSeconds: 60,
  topic: 'trial',
}
const PUSH_IS_OFF = 'push is not set up on this server'

/** Sends "Reminders work" to every device of the member and tells what became of it; `pusher` null: push is off. */
export async function tryDevices(ctx: Context, memberId: number, pusher: Pusher | null): Promise<TrialResult> {
  const waiting = await readDevices(ctx, [memberId])
  const result: TrialResult = { devices: waiting.length, accepted: 0, problems: [] }
  const work = async () => {
    for (let device = waiting.shift(); device !== undefined; device = waiting.shift()) {
      const problem = await tryDevice(ctx, device, pusher)
      if (problem === null) result.accepted++
      else result.problems.push({ service: serviceOf(device), reason: problem })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return result
}

async function tryDevice(ctx: Context, device: Device, pusher: Pusher | null): Promise<string | null> {
  if (pusher === null) return PUSH_IS_OFF
  const outcome = await pusher.send(device, MESSAGE)
  await recordOutcome(ctx, device, outcome)
  return problemOf(outcome)
}

function problemOf(outcome: PushOutcome): string | null {
  if (outcome.kind === 'accepted') return null
  return outcome.kind === 'gone' ? 'the subscription has ended' : outcome.reason
}
