import { and, eq, gt } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Config } from '../platform/config'
import type { Context } from '../platform/context'
import { digestOfToken } from '../platform/crypto/secret-token'
import { displays } from '../platform/db/schema'
import { MINUTE_MS } from '../platform/durations'
import { guardAnswers, type RefusalStatus } from '../platform/http-answers'
import { requireJson } from '../platform/http-body'
import { FORBIDDEN, UNAUTHORIZED } from '../platform/http-errors'
import { authenticate, carriesToken, cookieOf } from './authenticate'
import { whileReading } from './slow-body'

export const DISPLAY_SESSION_COOKIE = 'display-session'

/** As long as a browser keeps a cookie at most (RFC 6265bis 5.5): 400 days. */
const LASTS_SECONDS = 34_560_000
/** How exactly it is known when a display was last seen. */
const SEEN_EVERY_MS = MINUTE_MS

/** A paired display as it makes requests. */
export interface DisplayPrincipal {
  id: number
  canTick: boolean
  canAdd: boolean
  /** The admin who answers for what is added on it; null: no member any more. */
  addedBy: number | null
}

/** The cookie of a display. Never sent along from another site: nobody follows a link to a display. */
export const displaySessionCookie = (config: Config, token: string) =>
  ({
    value: token,
    maxAge: LASTS_SECONDS,
    httpOnly: true,
    sameSite: 'strict',
    secure: config.isProduction,
    path: '/',
  }) as const

/** A plugin for the routes of displays; gives them `display`. A member's session does not open them. */
export const display = (ctx: Context) => guard(ctx, 'display', [401, 503], () => true)

/** The same for those on which items may be ticked. */
export const tickingDisplay = (ctx: Context) => guard(ctx, 'ticking-display', [401, 403, 503], ({ canTick }) => canTick)

/** The same for those on which items and events may be added. */
export const addingDisplay = (ctx: Context) => guard(ctx, 'adding-display', [401, 403, 503], ({ canAdd }) => canAdd)

/** Decides before the body is parsed, as the guards of members do. */
const guard = (
  ctx: Context,
  name: string,
  refusals: readonly RefusalStatus[],
  isAllowed: (display: DisplayPrincipal) => boolean,
) =>
  new Elysia({ name })
    .onTransform(guardAnswers({ refusals, needsSession: 'display' }))
    .onParse(async ({ request }) => {
      const found = await displayOf(ctx, request)
      if (found === null || !isAllowed(found)) return {}
      return whileReading(ctx, requireJson(request), () => principals.delete(request))
    })
    .derive(async ({ request, cookie, status }) => {
      const found = await displayOf(ctx, request)
      if (carriesToken(request) && (await authenticate(ctx, request)) !== null) return status(403, FORBIDDEN)
      if (found === null) return status(401, UNAUTHORIZED)
      cookie[DISPLAY_SESSION_COOKIE]?.set(
        displaySessionCookie(ctx.config, cookieOf(request, DISPLAY_SESSION_COOKIE) ?? ''),
      )
      return isAllowed(found) ? { display: found } : status(403, FORBIDDEN)
    })
    .as('scoped')

/** Whether the display that sent a request is paired still, by the device that sent it; marks it as seen. */
export async function isStillPaired(ctx: Context, request: Request): Promise<boolean> {
  return (await findDisplay(ctx, request)) !== null
}

const principals = new WeakMap<Request, Promise<DisplayPrincipal | null>>()

/** The display that sends a request, null for none. Decided once per request. */
function displayOf(ctx: Context, request: Request): Promise<DisplayPrincipal | null> {
  return principals.getOrInsertComputed(request, () => findDisplay(ctx, request))
}

async function findDisplay(ctx: Context, request: Request): Promise<DisplayPrincipal | null> {
  // Beside a program's token no cookie counts.
  const token = carriesToken(request) ? null : cookieOf(request, DISPLAY_SESSION_COOKIE)
  if (token === null) return null
  const now = ctx.now().getTime()
  const [found] = await ctx.db
    .select()
    .from(displays)
    .where(
      and(
        eq(displays.tokenDigest, digestOfToken(token)),
        gt(displays.lastSeenAt, new Date(now - LASTS_SECONDS * 1000)),
      ),
    )
  if (found === undefined) return null
  const { id, canTick, canAdd, addedBy } = found
  if (now - found.lastSeenAt!.getTime() >= SEEN_EVERY_MS) await markSeen(ctx, id)
  return { id, canTick, canAdd, addedBy }
}

async function markSeen(ctx: Pick<Context, 'db' | 'now'>, displayId: number): Promise<void> {
  await ctx.db.update(displays).set({ lastSeenAt: ctx.now() }).where(eq(displays.id, displayId))
}
