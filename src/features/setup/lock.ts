import { Elysia } from 'elysia'
import { adminsWhoCanSignIn, isAdmin } from '../../household/admins'
import { isSetupComplete } from '../../household/settings'
import { authenticatePerson } from '../../identity/authenticate'
import { oidcSettings } from '../../identity/oidc/settings'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { guardAnswers } from '../../platform/http-answers'
import { requireJson } from '../../platform/http-body'
import { Refusal } from '../../platform/http-errors'
import { adminOfRun } from './run'

const COMPLETE = 'Setup is complete'
const HAS_ADMIN = 'There is an administrator: sign in as one to go on with the setup'

/** Who uses the wizard. */
export interface Caller {
  /** Who is signed in. */
  memberId: number | null
  /** The admin that this run of the wizard has made. */
  ownAdmin: number | null
}

const NOBODY: Caller = { memberId: null, ownAdmin: null }

/** Who sends a request of the wizard. */
export async function callerOf(ctx: Context, request: Request): Promise<Caller> {
  const [principal, ownAdmin] = await Promise.all([authenticatePerson(ctx, request), adminOfRun(ctx, request)])
  return { memberId: principal?.memberId ?? null, ownAdmin }
}

/**
 * Why the wizard is closed to a caller, null when it is open. It is over for good once it was completed, or when a
 * process has started with an identity provider out of the stored configuration; what the wizard stores while it runs does
 * not close it, since no process has started with it yet. Once an admin can sign in, only admins go on with it, and the run that
 * made the only one.
 */
export async function whyClosed(ctx: Context, executor: Executor, caller: Caller): Promise<string | null> {
  // First, so that the settings this process started with are those from before any step of the wizard.
  const settings = await oidcSettings(ctx, executor)
  if (settings?.source === 'stored') return COMPLETE
  if (await isSetupComplete(executor)) return COMPLETE
  const admins = await adminsWhoCanSignIn(executor)
  if (admins.every((id) => id === caller.ownAdmin)) return null
  const mayGoOn = caller.memberId !== null && (await isAdmin(executor, caller.memberId))
  return mayGoOn ? null : HAS_ADMIN
}

/** Asks once more inside a transaction that has the household's lock. @throws Refusal 423 */
export async function refuseWhenClosed(ctx: Context, tx: Transaction, caller: Caller): Promise<void> {
  const reason = await whyClosed(ctx, tx, caller)
  if (reason !== null) throw new Refusal(423, reason)
}

/** For the wizard's routes: 423 once it is closed, before anything of the body is looked at; gives them `caller`. */
export const unlocked = (ctx: Context) =>
  new Elysia({ name: 'setup-unlocked' })
    .onTransform(guardAnswers({ refusals: [423, 503] }))
    .onParse(async ({ request }) => {
      const caller = await callerOf(ctx, request)
      if ((await whyClosed(ctx, ctx.db, caller)) !== null) return {}
      return requireJson(request)
    })
    .derive(async ({ request, status }) => {
      const caller = await callerOf(ctx, request)
      const reason = await whyClosed(ctx, ctx.db, caller)
      return reason === null ? { caller } : status(423, { error: reason })
    })
    .as('scoped')

/** At start: an open wizard belongs to whoever comes first. */
export async function warnOfOpenSetup(ctx: Context): Promise<void> {
  if ((await whyClosed(ctx, ctx.db, NOBODY)) !== null) return
  ctx.log.warn('the setup wizard is open: whoever reaches this service first can become its administrator')
}
