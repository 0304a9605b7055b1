import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { storeCredential } from '../../src/household/credentials'
import { lockHousehold } from '../../src/household/lock'
import { changeMember, createMember, type NewMember } from '../../src/household/members'
import { PALETTE } from '../../src/household/palette'
import { removeMember } from '../../src/household/remove-member'
import { addLocalMember } from '../../src/identity/local/accounts'
import {
  calendarCredentials,
  calendars,
  events,
  listItems,
  listShares,
  lists,
  localCredentials,
  members,
  outbox,
  pushSubscriptions,
} from '../../src/platform/db/schema'
import { inTransaction } from '../../src/platform/db/transaction'
import { heardFrom } from '../support/announcements'
import { ask, seatedCast } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { rejectionOf } from '../support/rejection'
import { secret } from '../support/secrets'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })
const heard = heardFrom(household)

const create = (member: NewMember) =>
  inTransaction(household.ctx.db, async (tx) => {
    await lockHousehold(household.ctx, tx)
    return createMember(household.ctx, tx, member)
  })

async function addList(ownerId: number, isShared: boolean, readers: number[] = []): Promise<number> {
  const { ctx } = household
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const [list] = await ctx.db
    .insert(lists)
    .values({ ownerId, isShared, name: 'Groceries', ...times })
    .$returningId()
  const listId = list!.id
  await ctx.db.insert(listItems).values({ listId, text: 'Milk', rank: 'a0', ...times })
  for (const userId of readers) await ctx.db.insert(listShares).values({ listId, userId })
  return listId
}

describe('a new member', () => {
  test('shares every list that is shared', async () => {
    const shared = await addList(cast.ada.id, true, [cast.ben.id, cast.cleo.id])
    await addList(cast.ben.id, false)
    const id = await create({ displayName: 'Dora' })
    const shares = await household.ctx.db.select().from(listShares).where(eq(listShares.userId, id))
    expect(shares).toEqual([{ listId: shared, userId: id }])
  })

  test('many at once have different colours', async () => {
    await household.ctx.db.delete(members)
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(names.map((displayName) => create({ displayName })))
    const rows = await household.ctx.db.select({ color: members.color }).from(members)
    expect(rows.map(({ color }) => color).sort()).toEqual([...PALETTE].sort())
  })
})

describe('a member who is removed', () => {
  test('takes everything along, and nothing of anybody else’s', async () => {
    const { ctx } = household
    const { ben, cleo } = cast
    const benId = await addLocalMember(ctx, { displayName: 'B', username: 'b', password: secret('to be removed') })
    await storeCredential(
      ctx,
      ctx.db,
      benId,
      { providerType: 'caldav', accountEmail: 'b@example.org', appPassword: secret('app password to be removed') },
      { homeUrl: 'https://dav.example/b/' },
    )
    const own = await addCalendar(benId)
    const others = await addCalendar(cleo.id)
    const shared = await addList(benId, true, [ben.id, cleo.id])
    const kept = await addList(cleo.id, true, [ben.id, benId])
    await ctx.db.insert(pushSubscriptions).values({
      userId: benId,
      endpoint: 'https://push.example/1',
      endpointDigest: '0'.repeat(64),
      p256dh: 'p',
      auth: 'a',
      createdAt: ctx.now(),
    })

    heard.length = 0
    await removeMember(ctx, benId)

    const count = (table: typeof members | typeof lists, id: number) => ctx.db.$count(table, eq(table.id, id))
    expect(await count(members, benId)).toBe(0)
    expect(await count(lists, shared)).toBe(0)
    expect(await count(lists, kept)).toBe(1)
    for (const table of [localCredentials, calendarCredentials, pushSubscriptions, listShares]) {
      expect(await ctx.db.$count(table, eq(table.userId, benId))).toBe(0)
    }
    expect(await ctx.db.$count(calendars, eq(calendars.id, own))).toBe(0)
    expect(await ctx.db.$count(events, eq(events.calendarId, own))).toBe(0)
    expect(await ctx.db.$count(outbox, eq(outbox.calendarId, own))).toBe(0)
    expect(await ctx.db.$count(events, eq(events.calendarId, others))).toBe(1)
    expect(await ctx.db.$count(listItems)).toBe(1)
    expect(heard).toEqual([
      { topic: 'sessions-ended', memberId: benId },
      { topic: 'list', type: 'list:deleted', listId: shared, payload: { id: shared }, readers: [ben.id, cleo.id] },
      { topic: 'calendar', calendarId: 0, readers: 'everyone', openId: null },
    ])
  })

  test('everyone hears when the shared calendar goes too', async () => {
    const calendarId = await addCalendar(cast.ben.id, true)
    await removeMember(household.ctx, cast.ben.id)
    expect(heard).toContainEqual({ topic: 'calendar', calendarId, readers: 'everyone' })
  })

  test('has no session any more', async () => {
    expect((await ask(household, cast.ben, 'GET /api/me')).status).toBe(200)
    await removeMember(household.ctx, cast.ben.id)
    expect((await ask(household, cast.ben, 'GET /api/me')).status).toBe(401)
  })

  test('must have been there', async () => {
    expect(await rejectionOf(removeMember(household.ctx, 999_999))).toMatchObject({ status: 404 })
  })
})

describe('the last admin', () => {
  test('stays, and stays an admin', async () => {
    const { ctx } = household
    expect(await rejectionOf(removeMember(ctx, cast.ada.id))).toMatchObject({ status: 409 })
    expect(await rejectionOf(changeMember(ctx, cast.ada.id, { isAdmin: false }))).toMatchObject({ status: 409 })
    await changeMember(ctx, cast.ben.id, { isAdmin: true })
    await changeMember(ctx, cast.ada.id, { isAdmin: false })
    expect(await rejectionOf(removeMember(ctx, cast.ben.id))).toMatchObject({ status: 409 })
  })

  test('of two admins who step down at once, one stays', async () => {
    const { ctx } = household
    await changeMember(ctx, cast.ben.id, { isAdmin: true })
    const outcomes = await Promise.allSettled([
      removeMember(ctx, cast.ada.id),
      changeMember(ctx, cast.ben.id, { isAdmin: false }),
    ])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await ctx.db.$count(members, eq(members.isAdmin, true))).toBe(1)
  })
})

async function addCalendar(userId: number, isShared = false): Promise<number> {
  const { ctx } = household
  const [calendar] = await ctx.db
    .insert(calendars)
    .values({ userId, url: `https://dav.example/${userId}/home/`, displayName: 'Home', color: '#000000', isShared })
    .$returningId()
  const calendarId = calendar!.id
  await ctx.db.insert(events).values({
    calendarId,
    uid: 'uid',
    href: '/uid.ics',
    title: 'Dinner',
    allDay: false,
    hasRrule: false,
    firstUtc: ctx.now(),
    rawVevent: 'BEGIN:VCALENDAR',
    updatedAt: ctx.now(),
  })
  await ctx.db.insert(outbox).values({
    authorId: userId,
    calendarId,
    uid: 'uid',
    operation: 'delete',
    href: '/uid.ics',
    operationId: crypto.randomUUID(),
    nextAttemptAt: ctx.now(),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  })
  return calendarId
}
