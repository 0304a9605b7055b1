import type { Context } from '../../platform/context'
import { CalDavError } from '../caldav/client'
import { listCalendarsOf, type OpenAccount } from '../sync'
import { REASON, type Reason, refusedWith } from './reasons'

/**
 * Why a write was answered 401. A server says so of one calendar, too: only a home that says the same speaks of the
 * password, and the account has its rest. One request.
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
