import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../platform/context'
import type { Executor, Transaction } from '../platform/db/client'
import { isDuplicate } from '../platform/db/errors'
import { appConfig, calendars, listShares, lists, localCredentials, members } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { notFound, Refusal } from '../platform/http-errors'
import { nextColor, PALETTE } from './palette'

/** The development user: always this id and the first colour of the palette. */
export const DEV_MEMBER = { id: 1, color: PALETTE[0] } as const

const LOCK_ROW = 'household_lock'

/** A person's account at an identity provider; compared exactly (OpenID Connect Core 2). */
export interface OidcIdentity {
  issuer: string
  subject: string
}

export interface NewMember {
  /** Null: the client shows a generic label. */
  displayName: string | null
  isAdmin?: boolean
  /** Given: the row is bound to this identity and claimed. */
  identity?: OidcIdentity
}

type Clock = Pick<Context, 'now'>
type Data = Pick<Context, 'db' | 'now'>

/**
 * Lets one transaction at a time decide about the household: who is the first admin, who is the last, whose colour is
 * free, whose row is claimed, which calendar is shared. Held until the transaction ends.
 */
export async function holdHousehold(ctx: Clock, tx: Transaction): Promise<void> {
  // Members may be none yet, and a lock on no rows keeps nobody out: the one row that is always there stands for them.
  await tx
    .insert(appConfig)
    .values({ key: LOCK_ROW, value: '', updatedAt: ctx.now() })
    .onDuplicateKeyUpdate({ set: { value: '' } })
}

/**
 * Inserts a member with a colour of the palette and a share of every list that is shared at this moment. The
 * transaction must hold the household. Returns the id.
 */
export async function createMember(ctx: Clock, tx: Transaction, { identity, ...member }: NewMember): Promise<number> {
  const others = await tx.select({ color: members.color }).from(members)
  const [row] = await tx
    .insert(members)
    .values({
      displayName: member.displayName,
      isAdmin: member.isAdmin ?? false,
      color: nextColor(others.map((other) => other.color)),
      oidcIss: identity?.issuer ?? null,
      oidcSub: identity?.subject ?? null,
      claimed: identity !== undefined,
      createdAt: ctx.now(),
    })
    .$returningId()
  const id = row!.id
  await joinSharedLists(tx, id)
  return id
}

/**
 * Makes sure that the development user's row is there: claimed, and an admin only when the row says so already or
 * `isAdmin` asks for it. Called at start when the bypass is active.
 */
export async function ensureDevMember(ctx: Data, { isAdmin = false } = {}): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await holdHousehold(ctx, tx)
    try {
      await tx.insert(members).values({
        ...DEV_MEMBER,
        displayName: 'Developer',
        claimed: true,
        createdAt: ctx.now(),
      })
      await joinSharedLists(tx, DEV_MEMBER.id)
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
    if (isAdmin) await tx.update(members).set({ isAdmin }).where(eq(members.id, DEV_MEMBER.id))
  })
}

/** What may be changed about a member after its creation; what is left out stays. */
export interface MemberChange {
  displayName?: string
  color?: string
  isAdmin?: boolean
}

/** Renames, recolours, gives or takes the admin role. @throws Refusal 404, 409 for the role of the last admin */
export async function changeMember(ctx: Data, memberId: number, change: MemberChange): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await holdHousehold(ctx, tx)
    const member = await findMember(tx, memberId)
    if (change.isAdmin === false) await keepOneAdmin(tx, member, 'The last admin keeps the role')
    await tx.update(members).set(change).where(eq(members.id, memberId))
  })
}

/**
 * Removes a member with everything that is theirs: calendars, credentials, lists, shares, subscriptions; sessions end
 * because nobody is behind them any more. Those who lose a list or the shared calendar are
 * told.
 * @throws Refusal 404, 409 for the last admin
 */
export async function removeMember(ctx: Pick<Context, 'db' | 'now' | 'hub'>, memberId: number): Promise<void> {
  const lost = await inTransaction(ctx.db, async (tx) => {
    await holdHousehold(ctx, tx)
    await keepOneAdmin(tx, await findMember(tx, memberId), 'The last admin cannot be removed')
    const shares = await tx
      .select({ listId: lists.id, readerId: listShares.userId })
      .from(lists)
      .innerJoin(listShares, eq(listShares.listId, lists.id))
      .where(eq(lists.ownerId, memberId))
    const sharedCalendars = await tx
      .select({ id: calendars.id })
      .from(calendars)
      .where(and(eq(calendars.userId, memberId), eq(calendars.isShared, true)))
    await tx.delete(members).where(eq(members.id, memberId))
    return { lists: Map.groupBy(shares, (share) => share.listId), sharedCalendars }
  })
  ctx.hub.publish({ topic: 'sessions-ended', memberId })
  for (const [listId, shares] of lost.lists) {
    const readers = shares.map((share) => share.readerId)
    ctx.hub.publish({ topic: 'list', type: 'list:deleted', listId, payload: { id: listId }, readers })
  }
  for (const { id } of lost.sharedCalendars) {
    ctx.hub.publish({ topic: 'calendar', calendarId: id, readers: 'everyone' })
  }
}

/** Whether anybody is an admin. */
export async function hasAdmin(tx: Transaction): Promise<boolean> {
  const [admin] = await tx.select({ id: members.id }).from(members).where(eq(members.isAdmin, true)).limit(1)
  return admin !== undefined
}

/** The admins who have a way to sign in: an identity, or a local account. */
export async function adminsWhoCanSignIn(executor: Executor): Promise<number[]> {
  const rows = await executor
    .select({ id: members.id })
    .from(members)
    .leftJoin(localCredentials, eq(localCredentials.userId, members.id))
    .where(and(eq(members.isAdmin, true), or(eq(members.claimed, true), isNotNull(localCredentials.userId))))
  return rows.map(({ id }) => id)
}

/** Rows that no identity has been bound to: created by the wizard or with a local account. */
export const isUnclaimed = () => and(eq(members.claimed, false), isNull(members.oidcIss))

async function joinSharedLists(tx: Transaction, memberId: number): Promise<void> {
  await tx.execute(sql`
    insert into ${listShares} (list_id, user_id)
    select id, ${memberId} from ${lists} where is_shared = true`)
}

async function findMember(tx: Transaction, memberId: number) {
  const [member] = await tx
    .select({ id: members.id, isAdmin: members.isAdmin })
    .from(members)
    .where(eq(members.id, memberId))
  if (member === undefined) throw notFound()
  return member
}

async function keepOneAdmin(tx: Transaction, member: { isAdmin: boolean }, refusal: string): Promise<void> {
  if (!member.isAdmin) return
  const admins = await tx.select({ id: members.id }).from(members).where(eq(members.isAdmin, true))
  if (admins.length === 1) throw new Refusal(409, refusal)
}
