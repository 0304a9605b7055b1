import { type Device, recordOutcome } from '../../calendar/reminders'
import type { Context } from '../../platform/context'
import type { Language } from '../../platform/languages'
import type { PushOutcome } from '../../platform/webpush/outcome'
import type { Pusher, PushMessage } from '../../platform/webpush/pusher'

const AT_ONCE = 16

/** Sends a message to devices, each in its member's language, some at a time, and remembers what became of it. */
export async function sendToDevices(
  ctx: Context,
  pusher: Pusher,
  devices: readonly Device[],
  messageIn: (language: Language) => PushMessage,
): Promise<{ device: Device; outcome: PushOutcome }[]> {
  const waiting = [...devices]
  const sent: { device: Device; outcome: PushOutcome }[] = []
  const work = async () => {
    for (let device = waiting.shift(); device !== undefined; device = waiting.shift()) {
      const outcome = await pusher.send(device, messageIn(device.wishes.language))
      await recordOutcome(ctx, device, outcome)
      sent.push({ device, outcome })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return sent
}
