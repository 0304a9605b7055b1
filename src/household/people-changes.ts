import { eq, inArray, max } from 'drizzle-orm'
import { announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import type { Transaction } from '../platform/db/client'
import { members, personManagers, persons } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { badRequest, forbidden, notFound, Refusal } from '../platform/http-errors'
import { type Author, answerOnce } from '../platform/idempotency'
import { householdChanged } from './birthdays-calendar'
import { renamed } from './former-names'
import { lockHousehold } from './lock'
import { renameMember } from './members'
import { nextColor } from './palette'
import { type Person, readPeople } from './people'
import { refuseTaken } from './refuse-taken'

export interface NewPerson {
  name: string
  /** Absent: the next of the palette. */
  color?: string
  birthday?: string | null
  managerIds?: number[]
}

/** What is left out stays. */
export interface PersonChange extends Partial<NewPerson> {
  /** Place among the people; the others make room. Behind the last: the last. */
  position?: number
}

/** Who asks. */
export interface Caller {
  memberId: number
  isAdmin: boolean
}

type Data = Pick<Context, 'db' | 'now' | 'relay'>

/** Whether somebody may change a person: an admin, who looks after them, and oneself. */
export const canManage = ({ memberId, isAdmin }: Caller, person: Pick<Person, 'memberId' | 'managerIds'>) =>
  isAdmin || person.memberId === memberId || person.managerIds.includes(memberId)

/**
 * Adds a person without sign-in, behind all others.
 * @throws Refusal 409 for a name that another bears, 400 for a manager who is no member, 422 for a key of another request
 */
export async function addPerson(
  ctx: Data,
  author: Author,
  { name, color, birthday, managerIds = [] }: NewPerson,
): Promise<Person> {
  const parts = ['POST /api/people', name, color, birthday, managerIds]
  return inTransaction(ctx.db, (tx) =>
    answerOnce(ctx, tx, { ...author, parts }, async () => {
      await lockHousehold(ctx, tx)
      const people = await readPeople({ db: tx })
      refuseTaken(people, name, null)
      const [last] = await tx.select({ position: max(persons.position) }).from(persons)
      const [row] = await tx
        .insert(persons)
        .values({
          name,
          color: color ?? nextColor(people.map((person) => person.color)),
          birthday,
          position: (last?.position ?? -1) + 1,
          createdAt: ctx.now(),
        })
        .$returningId()
      await setManagers(tx, row!.id, managerIds)
      announce(ctx, tx, householdChanged())
      return findPerson(tx, row!.id)
    }),
  )
}

/**
 * Changes a person; what a member's person is called, and its colour, is the member's.
 * @throws Refusal 404, 403 for everybody who may not, and for `managerIds` of everybody but an admin, 409 for a new name
 * that another bears, 400 for a manager who is no member
 */
export async function changePerson(ctx: Data, caller: Caller, id: number, change: PersonChange): Promise<Person> {
  return inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const people = await readPeople({ db: tx })
    const person = personIn(people, id)
    const { name, ...rest } = change
    const { color, birthday, managerIds, position } = rest
    if (!canManage(caller, person) || (managerIds !== undefined && !caller.isAdmin)) throw forbidden()
    if (name !== undefined) {
      refuseTaken(people, name, person.name)
      await rename(ctx, tx, person, name)
    }
    if (color !== undefined) await recolor(tx, person, color)
    if (birthday !== undefined) await tx.update(persons).set({ birthday }).where(eq(persons.id, id))
    if (managerIds !== undefined) await setManagers(tx, id, managerIds)
    if (position !== undefined) await place(tx, people, person, position)
    if (Object.keys(rest).length > 0) announce(ctx, tx, householdChanged())
    return findPerson(tx, id)
  })
}

/** Removes a person without sign-in; what names them in events and lists names nobody then. @throws Refusal 404, 409 for a member's */
export async function removePerson(ctx: Data & Pick<Context, 'memberHooks'>, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockHousehold(ctx, tx)
    const { memberId } = await findPerson(tx, id)
    if (memberId !== null) throw new Refusal(409, 'This person is a member')
    for (const { onRemove } of ctx.memberHooks) await onRemove?.(tx, id)
    await tx.delete(persons).where(eq(persons.id, id))
    announce(ctx, tx, householdChanged())
  })
}

const findPerson = async (tx: Transaction, id: number) => personIn(await readPeople({ db: tx }), id)

function personIn(people: readonly Person[], id: number): Person {
  const person = people.find((one) => one.id === id)
  if (person === undefined) throw notFound()
  return person
}

async function rename(ctx: Data, tx: Transaction, person: Person, name: string): Promise<void> {
  if (person.memberId !== null) return renameMember(ctx, tx, person.memberId, name)
  if (name === person.name) return
  await tx.update(persons).set({ name }).where(eq(persons.id, person.id))
  await renamed(tx, person.id, person.name, ctx.now())
  announce(ctx, tx, householdChanged())
}

async function recolor(tx: Transaction, { id, memberId }: Person, color: string): Promise<void> {
  if (memberId === null) await tx.update(persons).set({ color }).where(eq(persons.id, id))
  else await tx.update(members).set({ color }).where(eq(members.id, memberId))
}

async function setManagers(tx: Transaction, personId: number, managerIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(managerIds)]
  await tx.delete(personManagers).where(eq(personManagers.personId, personId))
  if (wanted.length === 0) return
  if ((await tx.$count(members, inArray(members.id, wanted))) < wanted.length) {
    throw badRequest('managerIds: expected ids of members')
  }
  await tx.insert(personManagers).values(wanted.map((memberId) => ({ personId, memberId })))
}

/** Writes the places of all: they may have gaps. */
async function place(tx: Transaction, people: readonly Person[], person: Person, position: number): Promise<void> {
  const order = people.filter((other) => other !== person).toSpliced(position, 0, person)
  for (const [at, { id }] of order.entries()) await tx.update(persons).set({ position: at }).where(eq(persons.id, id))
}
