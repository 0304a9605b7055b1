import { inTurn } from '../lib/in-turn'
import { LONG_PATIENCE_MS, soon } from '../lib/patience'
import { isSigningOut, signOutBegins, signOutIsOver } from './anonymous'
import * as api from './api'
import { onReachable } from './connection'
import { forgetThisDevice } from './device-push'
import { isStatus, signedOut } from './http'

/** Ends the session: on this device at once, at the service as soon as that can be reached. */
export function signOut(): Promise<void> {
  signOutBegins()
  signedOut.set(true)
  return finishSignOut()
}

let finishing: Promise<void> | null = null

/** Tells the service of a sign-out that it does not know of yet; to be awaited before anybody else signs in. */
export async function finishSignOut(): Promise<void> {
  if (!isSigningOut()) return
  // The answer clears whatever session cookie the browser has by then: one request at a time.
  finishing ??= inTurn('sign-out', tellService).finally(() => {
    finishing = null
  })
  await finishing
}

async function tellService(): Promise<void> {
  if (!isSigningOut()) return
  try {
    // The next user of this device must not read this member's reminders. A browser may not answer about them.
    await soon(
      forgetThisDevice().catch(() => {}),
      LONG_PATIENCE_MS,
    )
    await api.session.signOut()
  } catch (error) {
    if (!isStatus(error, 401)) return
  }
  signOutIsOver()
}

/** Goes on with a sign-out that the service has not heard of yet. */
export function startSignOut(): void {
  onReachable(() => void finishSignOut())
  void finishSignOut()
}
