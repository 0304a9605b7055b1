import { randomUUID } from 'node:crypto'
import { and, eq, notLike } from 'drizzle-orm'
import { loadAccount } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { sha256Hex } from '../../platform/crypto/sha256'
import { calendars } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { notFound, Refusal, unavailable } from '../../platform/http-errors'
import { answerOnce } from '../../platform/idempotency'
import { CalDavError, makeCalendar } from '../caldav/client'
import { listCalendarsOf, openAccount } from '../sync/account'
import { discover } from '../sync/discover'
import { type AccountSeeker, ownUsername } from './own-account'
import { homeSettings } from './users'

/** Each is asked for at every poll. */
const MAX_CALENDARS = 50

/**
 * Makes one more calendar in a member's account on the household's own server; it is found at once. Returns its URL.
 * @throws Refusal 404 without such an account, 409 when it has 50, 422 without such a server or for a key of another
 * request, 503 when the server does not answer
 */
export async function addCalendar(
  ctx: Context,
  { memberId, key }: Pick<AccountSeeker, 'memberId' | 'key'>,
  calendar: { displayName: string; color: string },
): Promise<{ calendarUrl: string }> {
  homeSettings(ctx)
  if ((await ownUsername(ctx, memberId)) === null) throw notFound()
  const folder = folderOf(memberId, key)
  // What an earlier try with the key has made is answered again.
  const isAnother = and(
    eq(calendars.userId, memberId),
    eq(calendars.source, 'caldav'),
    notLike(calendars.url, `%/${folder}/`),
  )
  if ((await ctx.db.$count(calendars, isAnother)) >= MAX_CALENDARS) {
    throw new Refusal(409, `There are ${MAX_CALENDARS} calendars already`)
  }
  const calendarUrl = await make(ctx, memberId, { ...calendar, folder })
  const request = { memberId, key, parts: ['home calendar', calendar.displayName, calendar.color] }
  const answer = await inTransaction(ctx.db, (tx) => answerOnce(ctx, tx, request, async () => ({ calendarUrl })))
  ctx.signals.sync(memberId)
  return answer
}

/** The same for every try with a key: what is there already is not made again. */
const folderOf = (memberId: number, key: string | null): string =>
  key === null ? randomUUID() : sha256Hex(`${memberId} ${key}`).slice(0, 32)

async function make(
  ctx: Context,
  memberId: number,
  { folder, ...calendar }: { folder: string; displayName: string; color: string },
): Promise<string> {
  const account = await loadAccount(ctx, memberId)
  if (account === null || account.homeUrl === null || account.refusedUntil !== null) throw unavailable()
  const open = openAccount(ctx, memberId, account)
  try {
    const url = await makeCalendar(open.connection, { url: new URL(`${folder}/`, account.homeUrl).href, ...calendar })
    await discover(ctx, memberId, await listCalendarsOf(ctx, open))
    return url
  } catch (error) {
    if (!(error instanceof CalDavError)) throw error
    ctx.log.error("the household's calendar server makes no calendar", { reason: error.message })
    throw unavailable()
  }
}
