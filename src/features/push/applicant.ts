import type { Context } from '../../platform/context'
import type { Pusher } from '../../platform/webpush/pusher'
import { tellEveryAdmin } from './tell-admins'

const MAX_CHARACTERS = 64

/**
 * Tells every admin's devices that somebody waits to be admitted; `pusher` null: push is off. Who floods the household
 * with requests leaves one notification.
 */
export async function tellAdmins(ctx: Context, pusher: Pusher | null, displayName: string | null): Promise<void> {
  const name = readable(displayName)
  const body = {
    en: `${name ?? 'Somebody'} asks to join the household`,
    de: `${name ?? 'Jemand'} möchte zum Haushalt gehören`,
  }
  await tellEveryAdmin(ctx, pusher, { kind: 'applicant', body })
}

/** A name that a stranger may have chosen, without what could turn or break the line it stands in. */
function readable(name: string | null): string | null {
  const plain = (name ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return plain === '' ? null : [...plain].slice(0, MAX_CHARACTERS).join('')
}
