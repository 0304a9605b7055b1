import { readDevices } from '../../calendar/reminders'
import { adminIds } from '../../household/admins'
import type { Context } from '../../platform/context'
import type { Language } from '../../platform/languages'
import type { Pusher } from '../../platform/webpush/pusher'
import { sendToDevices } from './send'

const ONE_DAY_SECONDS = 86_400
const MOST_CHARACTERS = 64
/** One word for all of them: who floods the household with requests leaves one notification. */
const APPLICANT = 'applicant'

const BODY: Record<Language, (name: string | null) => string> = {
  en: (name) => `${name ?? 'Somebody'} asks to join the household`,
  de: (name) => `${name ?? 'Jemand'} möchte zum Haushalt gehören`,
}

/** Tells every admin's devices that somebody waits to be admitted; `pusher` null: push is off. */
export async function tellAdmins(ctx: Context, pusher: Pusher | null, displayName: string | null): Promise<void> {
  if (pusher === null) return
  const ids = await adminIds(ctx.db)
  const devices = ids.length === 0 ? [] : await readDevices(ctx, ids)
  const name = readable(displayName)
  await sendToDevices(ctx, pusher, devices, (language) => ({
    payload: { title: 'Corkboard', body: BODY[language](name), url: '/admin', tag: APPLICANT },
    ttlSeconds: ONE_DAY_SECONDS,
    topic: APPLICANT,
  }))
}

/** A name that a stranger may have chosen, without what could turn or break the line it stands in. */
function readable(name: string | null): string | null {
  const plain = (name ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return plain === '' ? null : [...plain].slice(0, MOST_CHARACTERS).join('')
}
