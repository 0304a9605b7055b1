import type { Context } from '../../platform/context'
import { CalDavError } from '../caldav/client'
import { listCalendarsOf, type OpenAccount } from '../sync'
import { REASON, type Reason, refusedWith } from './reasons'

/**
 * Explains a 401, in one request. Some servers say it of a single calendar: only when the calendar home says the same
 * is the password refused, and the account paused.
 */
export async function explainUnauthorized(ctx: Context, account: OpenAccount): Promise<Reason> {
  try {
    await listCalendarsOf(ctx, account)
    return REASON.notAllowed
  } catch (error) {
    if (!(error instanceof CalDavError)) throw error
    return error.status === 401 ? REASON.wrongPassword : refusedWith(401)
  }
}
