import { and, eq, lt } from 'drizzle-orm'
import { Elysia } from 'elysia'
import type { Context } from './context'
import { sha256Hex } from './crypto/sha256'
import type { Transaction } from './db/client'
import { isDuplicate } from './db/errors'
import { idempotencyKeys } from './db/schema'
import { allowReplay, leaveToCommit } from './db/transaction'
import { isWithinTransaction, withinTransaction } from './db/unanswered'
import { DAY_MS } from './durations'
import { badRequest, Refusal } from './http-errors'
import { PRUNED_AT_ONCE } from './pruning'

const KEPT_MS = 7 * DAY_MS
const KEY = /^[\x21-\x7e]{1,255}$/
const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request with the same key is done once, and answered alike, for 7 days',
  schema: { type: 'string', pattern: KEY.source },
} as const

/** Who asks, and the key of the request; null: none. */
export interface Author {
  memberId: number
  key: string | null
}

/** A write that may be sent again, and what distinguishes it from any other one. */
export interface KeyedRequest extends Author {
  parts: readonly unknown[]
}

export interface Written<Answer, News> {
  answer: Answer
  /** What is announced with the commit. */
  news: News
}

/**
 * For routes that may be sent again: `isIdempotent: true` describes the header, and gives the handler `idempotencyKey`,
 * null for a request without one.
 */
export const idempotency = () =>
  new Elysia({ name: 'idempotency' }).macro({
    isIdempotent: {
      detail: { parameters: [KEY_HEADER] },
      resolve: ({ request }) => ({ idempotencyKey: idempotencyKeyOf(request) }),
    },
  })

/** @throws Refusal 400 for a malformed key */
function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key !== null && !KEY.test(key)) {
    throw badRequest('Idempotency-Key: expected 1 to 255 visible ASCII characters')
  }
  return key
}

/**
 * Does a keyed write once, and for 7 days gives its first answer again. The key is inserted in the write's own
 * transaction: a second request that arrives meanwhile waits at the unique index, and a write that fails leaves no key.
 * A replay announces again, with what `recall` makes of the answer: the first process may have died after its commit.
 * @throws Refusal 422 when the key came with another request before
 */
export async function writeOnce<Answer, News>(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  { memberId, key, parts }: KeyedRequest,
  write: () => Promise<Written<Answer, News>>,
  recall: (answer: Answer) => Promise<News>,
): Promise<Written<Answer, News>> {
  if (key === null) return write()
  allowReplay(tx)
  const requestDigest = sha256Hex(JSON.stringify(parts))
  const thisKey = and(eq(idempotencyKeys.userId, memberId), eq(idempotencyKeys.key, key))
  const row = { userId: memberId, key, requestDigest, createdAt: ctx.now() }
  try {
    await tx.insert(idempotencyKeys).values({ ...row, userId: withinTransaction(memberId) })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const [first] = await tx.select().from(idempotencyKeys).where(thisKey)
    if (first === undefined || first.createdAt >= oldestKept(ctx)) {
      if (first?.requestDigest !== requestDigest || first.response === null) {
        throw new Refusal(422, 'Idempotency-Key: already used for another request')
      }
      const answer = JSON.parse(first.response) as Answer
      return { answer, news: await recall(answer) }
    }
    // By its key alone: on the way over its age the server locks rows of other writes.
    await tx
      .update(idempotencyKeys)
      .set({ ...row, response: null })
      .where(thisKey)
  }
  const written = await write()
  const keep = tx
    .update(idempotencyKeys)
    .set({ response: JSON.stringify(written.answer) })
    .where(and(thisKey, isWithinTransaction))
  leaveToCommit(tx, keep.execute())
  return written
}

/** `writeOnce` for a write that says nothing of its answer to anybody else. @throws Refusal 422 as there */
export async function answerOnce<Answer>(
  ctx: Pick<Context, 'now'>,
  tx: Transaction,
  request: KeyedRequest,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const written = async () => ({ answer: await write(), news: null })
  return (await writeOnce(ctx, tx, request, written, async () => null)).answer
}

/** Forgets keys that are no longer kept, at most a thousand; returns how many. */
export async function pruneIdempotencyKeys(ctx: Context): Promise<number> {
  const [{ affectedRows }] = await ctx.db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, oldestKept(ctx)))
    .limit(PRUNED_AT_ONCE)
  return affectedRows
}

const oldestKept = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() - KEPT_MS)
