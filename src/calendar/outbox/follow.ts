import { CredentialError } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { CalDavError, type RemoteObject } from '../caldav/client'
import type { Zone } from '../ical/zone'
import { lookUp, type Recording, resync, syncCalendar } from '../sync'
import { selectCached } from './cached-event'
import type { Job } from './jobs'
import type { Sending } from './sending'

/**
 * Brings the cache up to date with `found`; reads the href when it is not given. What is to be recorded is, where it can
 * be, in the same transaction; returns whether it was.
 */
type Follow = (found?: RemoteObject | null, record?: Recording) => Promise<boolean>

/** Reads the cached event while its write is on its way. */
export const cacheBefore = (ctx: Context, { row, calendar }: Job, href: string) =>
  lookUp(ctx, calendar.id, href, row.uid)

/** Returns what brings the cache up to date after a write. */
export function followerOf(
  ctx: Context,
  { job, connection, href, verb, destination }: Omit<Sending, 'cache'>,
  { zone, cache }: { zone: Zone; cache: ReturnType<typeof lookUp> },
): Follow {
  const { uid } = job.row
  const known = { connection, uid, zone }
  if (verb !== 'move')
    return (object, record) => resync(ctx, job.calendar.id, href, { ...known, cache, object, record })
  return async () => {
    const target = job.destination!
    // First its new place: the event is never on no screen.
    await resync(ctx, target.id, destination!.href, known)
    const isMissed = (await selectCached(ctx.db, target, uid)) === null
    if (isMissed) await syncCalendar(ctx, target.id)
    return resync(ctx, job.calendar.id, href, known)
  }
}

/** Runs `follow`; false when the server does not answer. */
export async function tryToFollow(ctx: Context, { id }: Job['row'], follow: () => Promise<unknown>): Promise<boolean> {
  try {
    await follow()
    return true
  } catch (error) {
    if (!(error instanceof CalDavError || error instanceof CredentialError)) throw error
    ctx.log.warn('the cache does not follow a write yet', { outboxId: id, reason: error.message })
    return false
  }
}
