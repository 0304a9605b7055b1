import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { getObject } from '../caldav/client'
import { resync } from '../sync'
import type { Job } from './jobs'
import { judgeReturn } from './policy'
import { REASON } from './reasons'
import type { Result, Sending } from './sending'

/**
 * Looks at both places of an event before its copy is removed again; returns the version that is to be removed, or what
 * has become of it.
 * @throws CalDavError, CredentialError
 */
export async function lookBeforeReturn(
  ctx: Context,
  { job, connection, href }: Sending,
): Promise<Result | { kind: 'remove'; etag: string }> {
  const copy = await getObject(connection, job.calendar.url, href)
  if (copy === null) return { kind: 'written', found: null }
  const isOriginalThere = await standsStill(ctx, job)
  switch (judgeReturn({ copy: copy.data, sent: job.row.sourceObject, isOriginalThere })) {
    case 'remove':
      return { kind: 'remove', etag: copy.etag }
    case 'unchanged':
      return { kind: 'unchanged' }
    case 'conflict':
      return { kind: 'conflict', reason: REASON.conflict, found: copy }
  }
}

/** Whether the original stands on the server, whoever's account that is. */
async function standsStill(ctx: Context, { row, destination }: Job): Promise<boolean> {
  const [calendarId, href] = [destination!.id, row.destinationHref!]
  await resync(ctx, calendarId, href)
  const isIt = and(eq(events.calendarId, calendarId), eq(events.href, href))
  return (await ctx.db.select({ id: events.id }).from(events).where(isIt)).length > 0
}
