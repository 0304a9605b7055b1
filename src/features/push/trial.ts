import { readDevices, serviceOf } from '../../calendar/reminders'
import type { Context } from '../../platform/context'
import type { Language } from '../../platform/languages'
import type { PushOutcome } from '../../platform/webpush/outcome'
import type { Pusher, PushMessage } from '../../platform/webpush/pusher'
import type { TrialResult } from './model'
import { sendToDevices } from './send'

const BODY: Record<Language, string> = { en: 'Reminders work', de: 'Erinnerungen funktionieren' }
const messageIn = (language: Language): PushMessage => ({
  payload: { title: 'Corkboard', body: BODY[language], url: '/', tag: 'trial' },
  ttlSeconds: 60,
  topic: 'trial',
})
const PUSH_IS_OFF = 'push is not set up on this server'

/** Says that reminders work on every device of the member and tells what became of it; `pusher` null: push is off. */
export async function tryDevices(ctx: Context, memberId: number, pusher: Pusher | null): Promise<TrialResult> {
  const devices = await readDevices(ctx, [memberId])
  if (pusher === null) {
    const problems = devices.map((device) => ({ service: serviceOf(device), reason: PUSH_IS_OFF }))
    return { devices: devices.length, accepted: 0, problems }
  }
  const sent = await sendToDevices(ctx, pusher, devices, messageIn)
  const refused = sent.filter(({ outcome }) => outcome.kind !== 'accepted')
  return {
    devices: devices.length,
    accepted: devices.length - refused.length,
    problems: refused.map(({ device, outcome }) => ({ service: serviceOf(device), reason: reasonOf(outcome) })),
  }
}

function reasonOf(outcome: PushOutcome): string {
  return 'reason' in outcome ? outcome.reason : 'the subscription has ended'
}
