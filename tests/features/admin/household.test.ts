import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { notePoll, storeCredential } from '../../../src/household/credentials'
import { getSetting, SETTING } from '../../../src/household/settings'
import { calendars, outbox } from '../../../src/platform/db/schema'
import type { Announcement } from '../../../src/platform/hub'
import { ACCOUNT, Office, OK } from './office'

const office = new Office().open()

async function addCalendar(userId: number, name: string, more: Partial<typeof calendars.$inferInsert> = {}) {
  const [row] = await office.household.ctx.db
    .insert(calendars)
    .values({ userId, url: `https://dav.example/${name}/`, displayName: name, color: '#000000', ...more })
    .$returningId()
  return row!.id
}

describe('the shared calendar', () => {
  const shared = async () => {
    const rows = await office.household.ctx.db
      .select({ id: calendars.id })
      .from(calendars)
      .where(eq(calendars.isShared, true))
    return rows.map(({ id }) => id)
  }

  test('is one at a time, and everyone hears of a change', async () => {
    const [family, work] = [
      await addCalendar(office.cast.ada.id, 'Family'),
      await addCalendar(office.cast.ben.id, 'Work'),
    ]
    expect(await office.asAda(`PUT /api/admin/calendars/${family}/shared`)).toEqual(OK)
    expect(await office.asAda(`PUT /api/admin/calendars/${work}/shared`)).toEqual(OK)
    expect(await shared()).toEqual([work])
    const told = (calendarId: number) => ({ topic: 'calendar', calendarId, readers: 'everyone' })
    expect(office.heard).toEqual([told(family), told(family), told(work)] as Announcement[])
    expect((await office.asAda('GET /api/admin/calendars')).body).toEqual({
      calendars: [
        { id: family, displayName: 'Family', isShared: false, ownerId: office.cast.ada.id, ownerName: 'Ada' },
        { id: work, displayName: 'Work', isShared: true, ownerId: office.cast.ben.id, ownerName: 'Ben' },
      ],
    })
  })

  test('stays what it was when the new one is not there', async () => {
    const family = await addCalendar(office.cast.ada.id, 'Family', { isShared: true })
    expect(await office.asAda('PUT /api/admin/calendars/999999/shared')).toEqual({
      status: 404,
      body: { error: 'Not found' },
    })
    expect(await shared()).toEqual([family])
  })

  test('of several choices at once one stands', async () => {
    const ids = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await addCalendar(office.cast.ada.id, name))
    for (let round = 0; round < 5; round++) {
      await office.household.ctx.db.update(calendars).set({ isShared: false })
      const answers = await Promise.all(ids.map((id) => office.asAda(`PUT /api/admin/calendars/${id}/shared`)))
      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
      expect(await shared()).toHaveLength(1)
    }
  })
})

describe('the household’s zone', () => {
  const read = async () => (await office.asAda('GET /api/admin/config/timezone')).body

  test('is chosen', async () => {
    expect(await read()).toEqual({ timezone: 'Europe/Berlin', isExplicitlySet: false })
    expect(await office.asAda('PUT /api/admin/config/timezone', { timezone: 'pacific/auckland' })).toEqual(OK)
    expect(await read()).toEqual({ timezone: 'Pacific/Auckland', isExplicitlySet: true })
    expect((await office.asAda('GET /api/me')).body).toMatchObject({ timezone: 'Pacific/Auckland' })
  })

  test('is seeded once, by the first of several at once', async () => {
    const zones = ['UTC', 'Europe/Paris', 'Asia/Tokyo']
    const answers = await Promise.all(
      zones.map((timezone) => office.asAda('POST /api/admin/config/timezone/seed', { timezone })),
    )
    const winners = answers.filter(({ body }) => body.seeded === true)
    expect(winners).toHaveLength(1)
    expect(answers.every(({ status, body }) => status === 200 && body.ok === true)).toBe(true)
    expect(await getSetting(office.household.ctx, SETTING.timezone)).toBe(zones[answers.indexOf(winners[0]!)]!)
  })

  test.each([[{}], [''], [' '], ['Mars/Base'], ['+01:00'], ['x'.repeat(65)], [7], [null], [['UTC']]])(
    '%# that is none is refused and nothing is stored',
    async (timezone) => {
      for (const request of ['PUT /api/admin/config/timezone', 'POST /api/admin/config/timezone/seed']) {
        expect((await office.asAda(request, { timezone })).status).toBe(400)
      }
      expect(await getSetting(office.household.ctx, SETTING.timezone)).toBeNull()
    },
  )
})

describe('the household’s country', () => {
  const read = async () => (await office.asAda('GET /api/admin/config/country')).body
  const put = (country: unknown) => office.asAda('PUT /api/admin/config/country', { country })

  test('is said, and taken back', async () => {
    expect(await read()).toEqual({ country: null })
    expect(await put('DE')).toEqual(OK)
    expect(await read()).toEqual({ country: 'DE' })
    expect(await put(null)).toEqual(OK)
    expect(await read()).toEqual({ country: null })
  })

  test.each([['de'], ['EU'], ['DEU'], [''], [' DE'], [49], [{}], [undefined]])(
    '%p that is none is refused and nothing is stored',
    async (country) => {
      expect((await put(country)).status).toBe(400)
      expect(await read()).toEqual({ country: null })
    },
  )
})

test('the health of the synchronisation, in plain words', async () => {
  const { ctx } = office.household
  office.household.clock.set('2026-11-20T12:03:30Z')
  const account = { providerType: 'caldav', accountEmail: ACCOUNT.fastmailEmail, appPassword: ACCOUNT.appPassword }
  await storeCredential(ctx, ctx.db, office.cast.ben.id, account, { homeUrl: 'https://dav.example/' })
  await notePoll(ctx, office.cast.ben.id, 'The server refused the app password.')
  const lastSyncedAt = new Date('2026-11-20T11:00:00Z')
  const home = await addCalendar(office.cast.ben.id, 'Home', { lastSyncedAt, lastError: 'The server did not answer.' })
  const fresh = await addCalendar(office.cast.ada.id, 'Fresh')
  for (const status of ['pending', 'failed', 'failed', 'dead', 'done'] as const) {
    await ctx.db.insert(outbox).values({
      authorId: office.cast.ben.id,
      calendarId: home,
      uid: crypto.randomUUID(),
      operation: 'delete',
      status,
      href: '/x.ics',
      operationId: crypto.randomUUID(),
      nextAttemptAt: ctx.now(),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
  }
  const nextTryAt = '2026-11-20T12:05:00.000Z'
  expect((await office.asAda('GET /api/admin/sync')).body).toEqual({
    accounts: [
      {
        memberId: office.cast.ben.id,
        displayName: 'Ben',
        lastPolledAt: '2026-11-20T12:03:30.000Z',
        lastError: 'The server refused the app password.',
        nextTryAt,
      },
    ],
    calendars: [
      {
        id: home,
        displayName: 'Home',
        isShared: false,
        ownerId: office.cast.ben.id,
        ownerName: 'Ben',
        lastSyncedAt: lastSyncedAt.toISOString(),
        lastError: 'The server did not answer.',
        skippedObjects: 0,
        nextTryAt,
        outbox: { pending: 1, failed: 2, dead: 1 },
      },
      {
        id: fresh,
        displayName: 'Fresh',
        isShared: false,
        ownerId: office.cast.ada.id,
        ownerName: 'Ada',
        lastSyncedAt: null,
        lastError: null,
        skippedObjects: 0,
        nextTryAt,
        outbox: { pending: 0, failed: 0, dead: 0 },
      },
    ],
    outbox: { pending: 1, failed: 2, dead: 1 },
  })
})
