import { eq } from 'drizzle-orm'
import { CredentialError, loadAccount, membersWithAccount, notePoll } from '../../household/credentials'
import type { Context } from '../../platform/context'
import { calendars } from '../../platform/db/schema'
import { describeError } from '../../platform/log'
import { CalDavError, explain } from '../caldav/client'
import { listCalendarsOf, openAccount, openAccountOf } from './account'
import { loadCalendar } from './calendars'
import { discover } from './discover'
import { syncOne } from './one'
import { turnsOf } from './turns'

/** Members whose servers are asked at the same time: a server that hangs holds up only its own members. */
const MEMBERS_AT_ONCE = 4

/**
 * Synchronises the calendars of every member with an account. One member's failure is logged and does not stop the
 * rest.
 */
export async function poll(ctx: Context): Promise<void> {
  const waiting = await membersWithAccount(ctx)
  const work = async () => {
    for (let memberId = waiting.shift(); memberId !== undefined; memberId = waiting.shift()) {
      try {
        await syncMember(ctx, memberId)
      } catch (error) {
        ctx.log.error('calendars were not synchronised', { memberId, error: describeError(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, work))
}

/**
 * Synchronises a member's calendars now; without an account of their own, the household's shared calendar with its
 * owner's account. What a server does wrong is logged and noted in the rows, not thrown.
 */
export function syncMember(ctx: Context, memberId: number): Promise<void> {
  return turnsOf(ctx).join(`member:${memberId}`, async () => {
    try {
      await syncAccount(ctx, memberId)
    } catch (error) {
      if (!isTheirs(error)) throw error
      if (error instanceof CalDavError) {
        ctx.log.warn('account was not synchronised', { memberId, kind: error.kind, reason: error.message })
      }
      await notePoll(ctx, memberId, words(error))
    }
  })
}

/** Brings one calendar up to date, incrementally where the server can. @throws CalDavError, CredentialError */
export async function syncCalendar(ctx: Context, calendarId: number): Promise<void> {
  const calendar = await loadCalendar(ctx, calendarId)
  if (calendar === null) return
  const open = await openAccountOf(ctx, calendar.userId)
  const remote = (await listCalendarsOf(ctx, open)).find(({ url }) => url === calendar.url)
  if (remote === undefined) throw new CalDavError('status', 404, 'PROPFIND: the calendar is not listed')
  await syncOne(ctx, open.connection, calendarId, remote)
}

async function syncAccount(ctx: Context, memberId: number): Promise<void> {
  const account = await loadAccount(ctx, memberId)
  if (account === null) return syncShared(ctx)
  if (account.refusedUntil !== null) return
  const open = openAccount(ctx, memberId, account)
  const found = await discover(ctx, memberId, await listCalendarsOf(ctx, open))
  let failure: CalDavError | null = null
  for (const { id, remote } of found) {
    try {
      await syncOne(ctx, open.connection, id, remote)
    } catch (error) {
      if (!(error instanceof CalDavError)) throw error
      failure ??= error
    }
  }
  await notePoll(ctx, memberId, failure === null ? null : words(failure), 'calendar')
}

async function syncShared(ctx: Context): Promise<void> {
  const [shared] = await ctx.db.select({ id: calendars.id }).from(calendars).where(eq(calendars.isShared, true))
  if (shared === undefined) return
  try {
    await syncCalendar(ctx, shared.id)
  } catch (error) {
    if (!isTheirs(error)) throw error
    ctx.log.warn('shared calendar was not synchronised', { calendarId: shared.id, reason: error.message })
  }
}

const isTheirs = (error: unknown): error is CalDavError | CredentialError =>
  error instanceof CalDavError || error instanceof CredentialError

const words = (error: CalDavError | CredentialError) => (error instanceof CalDavError ? explain(error) : error.message)
