import { and, eq, isNull } from 'drizzle-orm'
import { type Announcing, announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import type { Executor, Transaction } from '../platform/db/client'
import { members, persons } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { notFound } from '../platform/http-errors'
import { keepOneAdmin } from './admins'
import { householdChanged } from './birthdays-calendar'
import { renamed } from './former-names'
import { lockHousehold } from './lock'
import { nextColor } from './palette'
import { nameOfMember, readPeople } from './people'
import { refuseTaken } from './refuse-taken'

/** A person's account at an identity provider; compared exactly (OpenID Connect Core 2). */
export interface OidcIdentity {
  issuer: string
  subject: string
}

export interface NewMember {
  /** Null: the client shows a generic label. */
  displayName: string | null
  isAdmin?: boolean
  /** Chosen by the member; else the next of the palette. */
  color?: string
  /** Given: the row is bound to this identity and claimed. */
  identity?: OidcIdentity
}

/** What the verbs that add or remove members work with. */
export type MemberContext = Announcing & Pick<Context, 'db' | 'memberHooks'>

/**
 * Inserts a member, with the next colour of the palette unless one was chosen, runs the hooks of joining, and announces it.
 * The transaction must hold the household's lock. Returns the id.
 */
export async function createMember(
  ctx: Omit<MemberContext, 'db'>,
  tx: Transaction,
  { displayName, isAdmin = false, color, identity }: NewMember,
): Promise<number> {
  const [row] = await tx
    .insert(members)
    .values({
      displayName,
      isAdmin,
      color: color ?? (await freeColor(tx)),
      oidcIss: identity?.issuer ?? null,
      oidcSub: identity?.subject ?? null,
      claimed: identity !== undefined,
      createdAt: ctx.now(),
    })
    .$returningId()
  const { id } = row!
  for (const { onJoin } of ctx.memberHooks) await onJoin?.(tx, id)
  announce(ctx, tx, householdChanged())
  return id
}

/** The colour of the next member, unless one is chosen. */
export async function freeColor(executor: Executor): Promise<string> {
  const others = await executor.select({ color: members.color }).from(members)
  return nextColor(others.map(({ color }) => color))
}

/** What may be changed about a member after its creation; what is left out stays. */
export interface MemberChange {
  displayName?: string
  color?: string
  isAdmin?: boolean
}

/**
 * Renames, recolours, gives or takes the admin role, and announces it.
 * @throws Refusal 404, 409 for the role of the last admin and for a name that somebody else bears
 */
export async function changeMember(
  ctx: Announcing & Pick<Context, 'db' | 'now'>,
  memberId: number,
  change: MemberChange,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const member = await findMember(tx, memberId)
    if (change.isAdmin === false) await keepOneAdmin(tx, member, 'The last admin keeps the role')
    const { displayName, ...rest } = change
    if (displayName !== undefined) {
      const people = await readPeople({ db: tx })
      refuseTaken(people, displayName, people.find((person) => person.memberId === memberId)?.name ?? null)
      await renameMember(ctx, tx, memberId, displayName)
    }
    if (Object.keys(rest).length === 0) return
    await tx.update(members).set(rest).where(eq(members.id, memberId))
    announce(ctx, tx, householdChanged())
  })
}

/**
 * Gives a member another name, and announces it; events that say the former one stay theirs. The transaction must hold the
 * household's lock.
 */
export async function renameMember(
  ctx: Announcing & Pick<Context, 'now'>,
  tx: Transaction,
  memberId: number,
  displayName: string,
): Promise<void> {
  const [member] = await tx
    .select({ id: members.id, displayName: members.displayName, personId: persons.id })
    .from(members)
    .leftJoin(persons, eq(persons.memberId, members.id))
    .where(eq(members.id, memberId))
  if (member === undefined || member.displayName === displayName) return
  await tx.update(members).set({ displayName }).where(eq(members.id, memberId))
  if (member.personId !== null) await renamed(tx, member.personId, nameOfMember(member), ctx.now())
  announce(ctx, tx, householdChanged())
}

/** @throws Refusal 404 */
export async function findMember(executor: Executor, memberId: number) {
  const [member] = await executor
    .select({ id: members.id, isAdmin: members.isAdmin })
    .from(members)
    .where(eq(members.id, memberId))
  if (member === undefined) throw notFound()
  return member
}

/** Rows that no identity has been bound to: created by the wizard or with a local account. */
export const isUnclaimed = () => and(eq(members.claimed, false), isNull(members.oidcIss))
