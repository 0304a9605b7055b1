import type { Context } from '../../platform/context'
import type { Pusher } from '../../platform/webpush/pusher'
import { tellEveryAdmin } from './tell-admins'

const BODY = {
  en: 'Somebody tries out codes for displays. All open codes have ended; make a new one when you need it.',
  de: 'Jemand probiert Codes für Anzeigen aus. Alle offenen Codes sind beendet; mach einen neuen, wenn du ihn brauchst.',
}

/** Tells every admin's devices that somebody has guessed at pairing codes, and that none is open any more. */
export const tellCodesEnded = (ctx: Context, pusher: Pusher | null): Promise<void> =>
  tellEveryAdmin(ctx, pusher, { kind: 'codes-ended', body: BODY })
