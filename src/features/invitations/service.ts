import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import { lockHousehold } from '../../household/lock'
import { createMember } from '../../household/members'
import { PALETTE } from '../../household/palette'
import { readPeople } from '../../household/people'
import { refuseTaken } from '../../household/refuse-taken'
import { insertAccount, prepareLocalAccount } from '../../identity/local/accounts'
import type { SessionClaims } from '../../identity/session-token'
import { secretKey } from '../../identity/signing-keys'
import type { Context } from '../../platform/context'
import { digestOfToken, drawSeed, tokenOf } from '../../platform/crypto/secret-token'
import type { Executor } from '../../platform/db/client'
import { invitations } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { HOUR_MS } from '../../platform/durations'
import { notFound } from '../../platform/http-errors'
import { answerOnce } from '../../platform/idempotency'
import { PRUNED_AT_ONCE } from '../../platform/pruning'
import { type Acceptance, paletteColor } from './model'

const VALID_MS = 72 * HOUR_MS
/** Used and expired ones are still listed for so long. */
const LISTED_MS = 30 * 24 * HOUR_MS
/** More than any token has. */
const MAX_TOKEN_LENGTH = 256

type Row = typeof invitations.$inferSelect

/**
 * Makes an invitation and tells its token this once; the same request, sent again with its key, is told the same one.
 * @throws Refusal 422 for a key of another request
 */
export async function invite(
  ctx: Context,
  invitedBy: number,
  displayName: string | null,
  key: string | null,
): Promise<{ id: number; token: string; expiresAt: string }> {
  const createdAt = ctx.now()
  const longAgo = new Date(createdAt.getTime() - LISTED_MS)
  await ctx.db.delete(invitations).where(lt(invitations.expiresAt, longAgo)).limit(PRUNED_AT_ONCE)
  const { encryptionKey } = ctx.config
  const request = { memberId: invitedBy, key, parts: ['POST /api/admin/invitations', displayName] }
  const { seed, ...made } = await inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, request, async () => {
      const seed = drawSeed()
      const tokenDigest = digestOfToken(tokenOf(seed, encryptionKey))
      const expiresAt = new Date(createdAt.getTime() + VALID_MS)
      const [row] = await tx
        .insert(invitations)
        .values({ tokenDigest, invitedBy, displayName, createdAt, expiresAt })
        .$returningId()
      return { id: row!.id, expiresAt: expiresAt.toISOString(), seed }
    }),
  )
  return { ...made, token: tokenOf(seed, encryptionKey) }
}

/** Open, used and expired ones, the newest first. */
export const readInvitations = ({ db }: Context): Promise<Row[]> =>
  db.select().from(invitations).orderBy(desc(invitations.id))

/** @throws Refusal 404 */
export async function withdraw(ctx: Context, id: number): Promise<void> {
  const [{ affectedRows }] = await ctx.db.delete(invitations).where(eq(invitations.id, id))
  if (affectedRows === 0) throw notFound()
}

/** The invitation of a token; null for one that is unknown, used, withdrawn or expired. */
export async function findOpen(ctx: Context, token: string): Promise<Row | null> {
  // A megabyte is neither hashed nor looked up.
  if (token.length > MAX_TOKEN_LENGTH) return null
  const [row] = await ctx.db
    .select()
    .from(invitations)
    .where(and(eq(invitations.tokenDigest, digestOfToken(token)), isOpen(ctx)))
  return row ?? null
}

/** The palette, those first that nobody bears. */
export async function colorsToChoose(ctx: Context): Promise<string[]> {
  const taken = new Set((await readPeople(ctx)).map(({ color }) => color.toUpperCase()))
  const isTaken = (color: string) => Number(taken.has(color))
  return PALETTE.toSorted((a, b) => isTaken(a) - isTaken(b))
}

/**
 * Makes a member with a local account of whoever was invited; never an admin. Nothing is left of an attempt that fails,
 * and the invitation stays. Returns what the session is made of.
 * @throws Refusal 400, 404 when somebody else was quicker, 409 when another person bears the name or the username is in
 * use, 503
 */
export async function accept(ctx: Context, invitation: Row, body: Acceptance): Promise<SessionClaims> {
  // Nobody is made who could not be signed in.
  secretKey(ctx.config)
  const account = await prepareLocalAccount(body.username, body.password)
  const memberId = await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    await use(ctx, tx, invitation)
    refuseTaken(await readPeople({ db: tx }), body.displayName, null)
    const color = paletteColor(body.color) ?? undefined
    const id = await createMember(ctx, tx, { displayName: body.displayName, color })
    await insertAccount(ctx, tx, id, account)
    return id
  })
  ctx.log.info('an invitation was accepted', { invitation: invitation.id, member: memberId })
  return { memberId, sessionVersion: 0 }
}

/** Of two at once one uses it. @throws Refusal 404 */
async function use(ctx: Context, tx: Executor, { id }: Row): Promise<void> {
  const [{ affectedRows }] = await tx
    .update(invitations)
    .set({ usedAt: ctx.now() })
    .where(and(eq(invitations.id, id), isOpen(ctx)))
  if (affectedRows === 0) throw notFound()
}

const isOpen = (ctx: Context) => and(isNull(invitations.usedAt), gt(invitations.expiresAt, ctx.now()))
