import { readDevices } from '../../calendar/reminders'
import { adminIds } from '../../household/admins'
import type { Context } from '../../platform/context'
import type { Language } from '../../platform/languages'
import type { Pusher } from '../../platform/webpush/pusher'
import { sendToDevices } from './send'

const ONE_DAY_SECONDS = 86_400

/** Something that admins should know of, on every device of theirs; a later one of its kind takes its place. */
interface Notice {
  kind: string
  body: Readonly<Record<Language, string>>
}

/** Sends a notice to every admin's devices; `pusher` null: push is off. */
export async function tellEveryAdmin(ctx: Context, pusher: Pusher | null, { kind, body }: Notice): Promise<void> {
  if (pusher === null) return
  const ids = await adminIds(ctx.db)
  const devices = ids.length === 0 ? [] : await readDevices(ctx, ids)
  await sendToDevices(ctx, pusher, devices, (language) => ({
    payload: { title: 'Corkboard', body: body[language], url: '/admin', tag: kind },
    ttlSeconds: ONE_DAY_SECONDS,
    topic: kind,
  }))
}
