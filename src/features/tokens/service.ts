import { and, asc, eq } from 'drizzle-orm'
import { dayOf } from '../../calendar/ical/zone'
import { householdZone } from '../../household/settings'
import { signedOut } from '../../identity/announcements'
import { sessionIdOf } from '../../identity/api-tokens'
import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import { digestOfToken, drawSeed, tokenOf } from '../../platform/crypto/secret-token'
import type { Transaction } from '../../platform/db/client'
import { apiTokens } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { badRequest, notFound } from '../../platform/http-errors'
import { answerOnce } from '../../platform/idempotency'
import type { CreatedToken, NewToken, Token } from './model'

/** The tokens of a member, the oldest first. */
export async function readTokens({ db }: Context, memberId: number): Promise<Token[]> {
  const rows = await db.select().from(apiTokens).where(eq(apiTokens.memberId, memberId)).orderBy(asc(apiTokens.id))
  return rows.map(presentToken)
}

/**
 * Makes a token and tells it this once; the same request, sent again with its key, is told the same one.
 * @throws Refusal 400 for a day that is over, 422
 */
export async function createToken(
  ctx: Context,
  memberId: number,
  { name, scope, expires = null }: NewToken,
  key: string | null,
): Promise<CreatedToken> {
  const parts = ['POST /api/me/tokens', name, scope, expires]
  const { token, seed } = await inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, { memberId, key, parts }, async () => {
      if (expires !== null) await refusePastDay(ctx, tx, expires)
      const seed = drawSeed()
      const tokenDigest = digestOfToken(tokenOf(seed, ctx.config.encryptionKey))
      const row = { memberId, name, scope, expires, createdAt: ctx.now() }
      const [inserted] = await tx
        .insert(apiTokens)
        .values({ ...row, tokenDigest })
        .$returningId()
      return { token: presentToken({ id: inserted!.id, ...row, lastUsedAt: null }), seed }
    }),
  )
  return { ...token, token: tokenOf(seed, ctx.config.encryptionKey) }
}

/**
 * Ends a token at once, and the streams that were opened with it.
 * @throws Refusal 404, 422 for a key of another request
 */
export function revokeToken(ctx: Context, memberId: number, id: number, key: string | null): Promise<{ id: number }> {
  const isOwn = and(eq(apiTokens.id, id), eq(apiTokens.memberId, memberId))
  const request = { memberId, key, parts: ['DELETE /api/me/tokens/:id', id] }
  return inTransaction(ctx.db, (tx) => {
    announce(ctx, tx, signedOut(sessionIdOf(id)))
    return answerOnce(ctx, tx, request, async () => {
      const [{ affectedRows }] = await tx.delete(apiTokens).where(isOwn)
      if (affectedRows === 0) throw notFound()
      return { id }
    })
  })
}

async function refusePastDay({ config, now }: Context, tx: Transaction, expires: string): Promise<void> {
  if (expires < dayOf(await householdZone({ config, db: tx }), now())) {
    throw badRequest('expires: expected a day that is not over')
  }
}

const presentToken = ({
  id,
  name,
  scope,
  expires,
  createdAt,
  lastUsedAt,
}: Omit<typeof apiTokens.$inferSelect, 'memberId' | 'tokenDigest'>): Token => ({
  id,
  name,
  scope,
  expires,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
