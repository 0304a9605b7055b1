import { eq } from 'drizzle-orm'
import { CredentialError, loadAccount, membersWithAccount, notePoll } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { calendars } from '../../platform/db/schema'
import { MINUTE_MS } from '../../platform/durations'
import { describeError } from '../../platform/log'
import { CalDavError, explain, type RemoteCalendar } from '../caldav/client'
import { POLL_INTERVAL_MS } from '../next-poll'
import { listCalendarsOf, type OpenAccount, openAccount, openAccountOf } from './account'
import { loadCalendar } from './calendars'
import { type Deadline, inShares } from './deadline'
import { discover } from './discover'
import { readInFull } from './full'
import { mutexOf } from './keyed-mutex'
import { syncOne } from './sync-calendar'

/** Members per server that are polled at a time: a server that hangs holds up only its own members. */
const MEMBERS_PER_SERVER = 4
/** So long after one process has begun to poll a member, none does: their clocks may differ by seconds. */
const POLL_REST_MS = 30_000
/** Shorter than the time between two polls. */
const DEADLINE: Deadline = { deadlineMs: POLL_INTERVAL_MS - MINUTE_MS }

/**
 * Synchronises the calendars of every member with an account, except those whose earlier poll still runs and those whom
 * another process polls. One member's failure is logged and does not stop the rest.
 */
export async function poll(ctx: Context, deadline = DEADLINE): Promise<void> {
  const answered: number[] = []
  const follow = async (memberId: number) => {
    if (mutexOf(ctx).isLocked(keyOf(memberId))) return
    await ctx.leases.run(`poll:${memberId}`, async () => {
      if (await followMember(ctx, memberId, deadline)) answered.push(memberId)
      return POLL_REST_MS
    })
  }
  const readWhole = async (memberId: number) => {
    await ctx.leases.run(`full:${memberId}`, async () => {
      await readInFull(ctx, memberId, deadline)
      return 0
    })
  }
  const servers = Map.groupBy(await membersWithAccount(ctx), serverOf).values()
  await Promise.all(servers.map((members) => inLanes(members, ({ memberId }) => logged(ctx, memberId, follow))))
  for (const memberId of answered) await logged(ctx, memberId, readWhole)
}

/**
 * Synchronises a member's calendars now; for a member without account, the household's shared calendar. Server failures
 * are logged and noted in the rows, not thrown.
 */
export async function syncMember(ctx: Context, memberId: number, deadline = DEADLINE): Promise<void> {
  if (await followMember(ctx, memberId, deadline)) await readInFull(ctx, memberId, deadline)
}

/** Brings one calendar up to date, incrementally where the server can. @throws CalDavError, CredentialError */
export async function syncCalendar(ctx: Context, calendarId: number, { deadlineMs } = DEADLINE): Promise<void> {
  const calendar = await loadCalendar(ctx, calendarId)
  if (calendar === null) return
  const open = await openAccountOf(ctx, calendar.userId, AbortSignal.timeout(deadlineMs))
  const remote = (await listCalendarsOf(ctx, open)).find(({ url }) => url === calendar.url)
  if (remote === undefined) throw new CalDavError('status', 404, 'PROPFIND: the calendar is not listed')
  await syncOne(ctx, open.connection, calendarId, remote)
}

const keyOf = (memberId: number) => `member:${memberId}`

/** Reads the changes. Returns whether the member's own server has answered. */
function followMember(ctx: Context, memberId: number, deadline: Deadline): Promise<boolean> {
  return mutexOf(ctx).singleFlight(keyOf(memberId), async () => {
    try {
      return await followAccount(ctx, memberId, deadline)
    } catch (error) {
      if (!isTheirs(error)) throw error
      await notePoll(ctx, memberId, messageOf(error))
      return false
    }
  })
}

async function followAccount(ctx: Context, memberId: number, { deadlineMs }: Deadline): Promise<boolean> {
  const account = await loadAccount(ctx, memberId)
  if (account === null) {
    await followShared(ctx)
    return false
  }
  if (account.refusedUntil !== null) return false
  const begun = performance.now()
  const open = openAccount(ctx, memberId, account, AbortSignal.timeout(deadlineMs))
  const found = await discover(ctx, memberId, await listedAndLogged(ctx, open))
  // Those that did not come to an end before must not take the time of the others.
  found.sort((a, b) => Number(a.isFailing) - Number(b.isFailing))
  let failure: CalDavError | null = null
  await inShares(found, deadlineMs - (performance.now() - begun), async ({ id, remote }, signal) => {
    try {
      await syncOne(ctx, openAccount(ctx, memberId, account, signal).connection, id, remote)
    } catch (error) {
      if (!(error instanceof CalDavError)) throw error
      failure ??= error
    }
  })
  await notePoll(ctx, memberId, failure === null ? null : messageOf(failure), 'calendar')
  return true
}

/** Lists the account's calendars. A log tells when a failure begins, has another reason, and ends: not each poll of a night. */
async function listedAndLogged(ctx: Context, open: OpenAccount): Promise<RemoteCalendar[]> {
  const { memberId, account } = open
  try {
    const listed = await listCalendarsOf(ctx, open)
    if (account.unreadableBecause !== null) ctx.log.info('account is synchronised again', { memberId })
    return listed
  } catch (error) {
    if (error instanceof CalDavError && explain(error) !== account.unreadableBecause) {
      ctx.log.warn('account was not synchronised', { memberId, kind: error.kind, reason: error.message })
    }
    throw error
  }
}

async function followShared(ctx: Context): Promise<void> {
  const [shared] = await ctx.db.select({ id: calendars.id }).from(calendars).where(eq(calendars.isShared, true))
  if (shared === undefined) return
  try {
    await syncCalendar(ctx, shared.id)
  } catch (error) {
    if (!isTheirs(error)) throw error
    ctx.log.warn('shared calendar was not synchronised', { calendarId: shared.id, reason: error.message })
  }
}

const serverOf = ({ memberId, homeUrl }: { memberId: number; homeUrl: string | null }) =>
  homeUrl === null ? `of member ${memberId}` : new URL(homeUrl).origin

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const lane = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: MEMBERS_PER_SERVER }, lane))
}

async function logged(ctx: Context, memberId: number, work: (memberId: number) => Promise<void>): Promise<void> {
  try {
    await work(memberId)
  } catch (error) {
    ctx.log.error('calendars were not synchronised', { memberId, error: describeError(error) })
  }
}

const isTheirs = (error: unknown): error is CalDavError | CredentialError =>
  error instanceof CalDavError || error instanceof CredentialError

const messageOf = (error: CalDavError | CredentialError) =>
  error instanceof CalDavError ? explain(error) : error.message
