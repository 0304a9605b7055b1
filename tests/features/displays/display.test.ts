import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { changeOwnCalendar } from '../../../src/household/own-calendars'
import { removeMember } from '../../../src/household/remove-member'
import { calendars, displays, members, outbox } from '../../../src/platform/db/schema'
import type { EventLines } from '../../support/caldav'
import { type Answer, ask } from '../../support/cast'
import { FORM, type Occurrence, openDiary } from '../../support/diary'
import { opened } from '../../support/opened'
import { type Display, insertList, pairedDisplay } from './kitchen'

const diary = opened(() => openDiary())
beforeEach(async () => {
  await diary.ctx.db.delete(calendars)
  await diary.ctx.db.delete(displays)
})

interface Screen {
  display: Display
  timezone: string
  people: { name: string }[]
  owners: number[]
  lists: { id: number; name: string; activeCount: number }[]
  writes?: { uid: string; title: string; status: string }[]
}

const DAYS = 'start=2026-12-01&end=2026-12-08'
const put = (calendar: Parameters<typeof diary.put>[0], uid: string, title: string, lines: EventLines = {}) =>
  diary.put(calendar, uid, { DTSTART: '20261201T090000Z', DTEND: '20261201T100000Z', SUMMARY: title, ...lines })

async function kitchen(form: Partial<Display> = {}) {
  const { display, cookie } = await pairedDisplay(diary, diary.cast, form)
  const send = <T = Record<string, unknown>>(request: string, body?: unknown, headers = {}): Promise<Answer<T>> =>
    ask<T>(diary, { cookie }, request, body, headers)
  return {
    display,
    cookie,
    send,
    screen: async () => (await send<Screen>('GET /api/display')).body,
    shown: async () => (await send<{ occurrences: Occurrence[] }>(`GET /api/display/events?${DAYS}`)).body.occurrences,
  }
}

describe('events', () => {
  test('are those of the chosen calendars, as the household sees them', async () => {
    const shared = await diary.calendar('ben', { isShared: true })
    const [shifts, secret, clinic] = [
      await diary.calendar('ben'),
      await diary.calendar('ben'),
      await diary.calendar('ada'),
    ]
    const [club] = [await diary.calendar('ada')]
    const open = (id: number, visibility: 'household' | 'busy') =>
      diary.ctx.db.update(calendars).set({ visibility }).where(eq(calendars.id, id))
    await open(shifts.id, 'household')
    await open(club.id, 'household')
    await open(clinic.id, 'busy')
    await put(shared, 'dinner', 'Dinner')
    await put(shifts, 'shift', 'Late shift')
    await put(secret, 'secret', 'A surprise')
    await put(clinic, 'clinic', 'Clinic')
    await put(club, 'club', 'Book club')
    const { shown, screen, send } = await kitchen({ calendarIds: [shared.id, shifts.id, clinic.id] })
    const all = await shown()
    expect(all.map(({ title, access, location }) => [title, access, location])).toEqual([
      ['Busy', 'busy', null],
      ['Dinner', 'shared', null],
      ['Late shift', 'household', null],
    ])
    expect(JSON.stringify(all)).not.toContain('linic')
    expect((await screen()).timezone).toBe('Europe/Berlin')
    expect((await screen()).people.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo'])
    expect((await screen()).owners).toEqual([diary.cast.ada.id, diary.cast.ben.id])

    await put(shifts, 'shift', 'Late shift', { CLASS: 'PRIVATE' })
    expect((await shown()).map(({ title }) => title)).toEqual(['Busy', 'Busy', 'Dinner'])
    await put(shifts, 'shift', 'Late shift')

    await open(clinic.id, 'household')
    expect((await shown()).map(({ title }) => title)).toEqual(['Clinic', 'Dinner', 'Late shift'])
    await diary.ctx.db.update(calendars).set({ visibility: 'private' }).where(eq(calendars.id, shifts.id))
    expect((await shown()).map(({ title }) => title)).toEqual(['Clinic', 'Dinner'])
    expect((await screen()).owners).toEqual([diary.cast.ada.id])
    for (const days of ['', 'start=2026-12-01', 'start=2026-12-01&end=2027-12-01', 'start=2026-12-02&end=2026-12-01']) {
      expect((await send(`GET /api/display/events?${days}`)).status).toBe(400)
    }
  })

  test("that are added go into the household's calendar, whatever the form names", async () => {
    const [shared, own] = [await diary.calendar('ben', { isShared: true }), await diary.calendar('ada')]
    const { send, shown, screen, display } = await kitchen({ calendarIds: [shared.id], canAdd: true })
    const added = await send<{ uid: string }>('POST /api/display/events', { ...FORM, calendarUrl: own.url })
    expect(added.status).toBe(202)
    const [row] = await diary.rows(added.body.uid)
    expect(row).toMatchObject({ authorId: diary.cast.ada.id, calendarId: shared.id, operation: 'create' })
    expect(JSON.parse(row!.payload!)).toEqual(FORM)
    expect((await screen()).writes).toEqual([
      { uid: added.body.uid, title: 'Dentist', allDay: false, start: FORM.start, status: 'pending' },
    ] as never)
    await diary.drain.drain()
    expect((await shown()).map(({ title }) => title)).toEqual(['Dentist'])
    expect(await screen()).not.toHaveProperty('writes')
    expect(display.canTick).toBe(false)
    for (const wrong of [{ end: '2026-11-30T10:00:00Z' }, { personIds: [2_000_000_000] }]) {
      expect((await send('POST /api/display/events', { ...FORM, ...wrong })).status).toBe(400)
    }
  })

  test('that could not be made are told on the display, and counted for admins', async () => {
    const shared = await diary.calendar('ben', { isShared: true })
    const { send, screen } = await kitchen({ calendarIds: [shared.id], canAdd: true })
    const other = await kitchen({ canAdd: true })
    // What other stories have left to be sent, or failed to send, would be counted as well.
    await diary.ctx.db.delete(outbox)
    const { uid } = (await send<{ uid: string }>('POST /api/display/events', FORM)).body
    diary.proxy.fault({ method: 'PUT' }, async () => ({ status: 403, headers: {}, body: '' }))
    await diary.drain.drain()
    diary.proxy.reset()
    expect((await screen()).writes).toMatchObject([{ uid, title: 'Dentist', status: 'failed' }])
    expect(await other.screen()).not.toHaveProperty('writes')
    const { members: counts } = (await ask<{ members: object[] }>(diary, diary.cast.ada, 'GET /api/admin/writes')).body
    expect(counts).toMatchObject([{ id: diary.cast.ada.id, failed: 1 }, { failed: 0 }, { failed: 0 }])
    const { writes } = (await ask<{ writes: { id: number }[] }>(diary, diary.cast.ada, 'GET /api/me/writes')).body
    await ask(diary, diary.cast.ada, `DELETE /api/me/writes/${writes[0]!.id}`)
    expect(await screen()).not.toHaveProperty('writes')
  })

  test.each([null, 'null', '{"title":', '"Dentist"', '{}'])(
    'whose stored form is %p are left out, and nothing else',
    async (payload) => {
      const shared = await diary.calendar('ben', { isShared: true })
      const { send, screen } = await kitchen({ calendarIds: [shared.id], canAdd: true })
      const { uid } = (await send<{ uid: string }>('POST /api/display/events', FORM)).body
      await send('POST /api/display/events', { ...FORM, title: 'Optician' })
      await diary.ctx.db.update(outbox).set({ payload }).where(eq(outbox.uid, uid))
      expect((await screen()).writes?.map(({ title }) => title)).toEqual(['Optician'])
    },
  )

  test('that were added and are changed by their author afterwards, are no writes of the display', async () => {
    const { ada } = diary.cast
    const shared = await diary.calendar('ben', { isShared: true })
    const { send, screen } = await kitchen({ calendarIds: [shared.id], canAdd: true })
    const { uid } = (await send<{ uid: string }>('POST /api/display/events', FORM)).body
    await diary.drain.drain()
    await diary.done(ada, `PATCH /api/events/${encodeURIComponent(uid)}/edit`, { ...FORM, title: 'Oncologist' })
    expect((await diary.rows(uid)).map(({ status }) => status)).toEqual(['done', 'pending'])
    expect(await screen()).not.toHaveProperty('writes')
  })

  test('that are added have the calendar’s owner for their author when the admin is gone', async () => {
    const shared = await diary.calendar('ben', { isShared: true })
    const [dora] = await diary.ctx.db
      .insert(members)
      .values({ color: '#000000', isAdmin: true, createdAt: diary.clock.now() })
      .$returningId()
    const { send, display } = await kitchen({ calendarIds: [shared.id], canAdd: true })
    await diary.ctx.db.update(displays).set({ addedBy: dora!.id }).where(eq(displays.id, display.id))
    await removeMember(diary.ctx, dora!.id)
    const { status, body } = await send<{ uid: string }>('POST /api/display/events', FORM)
    expect(status).toBe(202)
    expect(await diary.rows(body.uid)).toMatchObject([{ authorId: diary.cast.ben.id }])
  })

  test('cannot be added without a shared calendar that can be written to', async () => {
    const { send } = await kitchen({ canAdd: true })
    expect((await send('POST /api/display/events', FORM)).status).toBe(422)
    await diary.calendar('ben', { isShared: true, writable: false })
    expect((await send('POST /api/display/events', FORM)).status).toBe(422)
  })
})

describe('lists', () => {
  test('are read, ticked and added to; a list that is not on the display is not found', async () => {
    const [groceries, other] = [
      await insertList(diary, diary.cast.ben, 'Groceries'),
      await insertList(diary, diary.cast.ben, 'Chores'),
    ]
    // Another display shows the other list; this one does not for that.
    await kitchen({ listIds: [other] })
    const { send, screen } = await kitchen({ listIds: [groceries], canTick: true, canAdd: true })
    const add = (list: number, text: unknown) =>
      send<{ id: number; text: string; checked: boolean }>(`POST /api/display/lists/${list}/items`, { text })
    const milk = await add(groceries, '  Milk ')
    expect(milk).toMatchObject({ status: 201, body: { text: 'Milk', checked: false, listId: groceries } })
    expect((await screen()).lists).toMatchObject([{ id: groceries, name: 'Groceries', activeCount: 1 }])
    const tick = (item: number, checked: unknown = true) => send(`PATCH /api/display/list-items/${item}`, { checked })
    expect(await tick(milk.body.id)).toMatchObject({ status: 200, body: { id: milk.body.id, checked: true } })
    expect((await tick(milk.body.id, 'yes')).status).toBe(400)
    expect((await send(`PATCH /api/display/list-items/${milk.body.id}`, { text: 'Beer' })).status).toBe(400)
    expect((await send(`GET /api/display/lists/${groceries}/items`)).body).toMatchObject({ items: [{ text: 'Milk' }] })

    expect((await add(groceries, '  ')).status).toBe(400)
    const chair = await ask<{ id: number }>(diary, diary.cast.ben, `POST /api/lists/${other}/items`, { text: 'Chair' })
    for (const { status } of [
      await add(other, 'Milk'),
      await send(`GET /api/display/lists/${other}/items`),
      await tick(chair.body.id),
      await tick(2_000_000_000),
    ]) {
      expect(status).toBe(404)
    }
  })

  test('are found no more once their owner keeps them private', async () => {
    const groceries = await insertList(diary, diary.cast.ben, 'Groceries')
    const { send, screen } = await kitchen({ listIds: [groceries], canTick: true, canAdd: true })
    const items = `/api/display/lists/${groceries}/items`
    const milk = await send<{ id: number }>(`POST ${items}`, { text: 'Milk' })
    const share = (isShared: boolean) => ask(diary, diary.cast.ben, `PATCH /api/lists/${groceries}`, { isShared })
    const answers = async () => {
      const sent = [
        await send(`GET ${items}`),
        await send(`PATCH /api/display/list-items/${milk.body.id}`, { checked: true }),
        await send(`POST ${items}`, { text: 'A ring for Ada' }),
      ]
      return sent.map(({ status }) => status)
    }
    await share(false)
    expect(await answers()).toEqual([404, 404, 404])
    expect((await screen()).lists).toEqual([])
    await share(true)
    expect(await answers()).toEqual([200, 200, 201])
  })

  test('for shopping are added to by lines that are read where the display asks for it, and remember for all', async () => {
    const { ada, ben } = diary.cast
    const make = async (who: typeof ada, form: object) =>
      (await ask<{ id: number }>(diary, who, 'POST /api/lists', { kind: 'shopping', ...form })).body.id
    const groceries = await make(ben, { name: 'Groceries' })
    const own = await make(ben, { name: 'Presents', isShared: false })
    const market = await make(ada, { name: 'Market' })
    for (const [list, text, section] of [
      [own, 'Necklace', 'for Ada'],
      [market, 'Olives', 'left of the door'],
    ] as const) {
      const who = list === own ? ben : ada
      const { body } = await ask<{ id: number }>(diary, who, `POST /api/lists/${list}/items`, { text })
      await ask(diary, who, `PATCH /api/list-items/${body.id}`, { section })
    }
    const { send } = await kitchen({ listIds: [groceries], canAdd: true })
    const add = (text: string, more: object = {}) =>
      send<Record<string, unknown>>(`POST /api/display/lists/${groceries}/items`, { text, ...more })

    expect(await add('2 l milk', { parse: true })).toMatchObject({
      status: 201,
      body: { text: 'milk', amount: '2 l', section: 'dairy' },
    })
    expect(await add('Milk 1 l', { parse: true })).toMatchObject({ status: 200, body: { amount: '3 l', merged: true } })
    expect(await add('olives', { parse: true })).toMatchObject({ body: { section: 'left of the door' } })
    expect((await add('necklace', { parse: true })).body.section).toBeUndefined()
    const asWritten = await add('2 l milk')
    expect(asWritten).toMatchObject({ status: 201, body: { text: '2 l milk' } })
    expect(asWritten.body.amount).toBeUndefined()
    expect((await add('Milk', { parse: 'yes' })).status).toBe(400)
  })

  test('may be neither ticked nor added to where the admin has not allowed it', async () => {
    const groceries = await insertList(diary, diary.cast.ben, 'Groceries')
    const milk = await ask<{ id: number }>(diary, diary.cast.ben, `POST /api/lists/${groceries}/items`, {
      text: 'Milk',
    })
    const may = async (form: Partial<Display>) => {
      const { send } = await kitchen({ listIds: [groceries], ...form })
      return [
        (await send(`PATCH /api/display/list-items/${milk.body.id}`, { checked: true })).status,
        (await send(`POST /api/display/lists/${groceries}/items`, { text: 'Bread' })).status,
        (await send('POST /api/display/events', { nothing: true })).status,
        (await send(`GET /api/display/lists/${groceries}/items`)).status,
      ]
    }
    expect(await may({})).toEqual([403, 403, 403, 200])
    expect(await may({ canTick: true })).toEqual([200, 403, 403, 200])
    expect(await may({ canAdd: true })).toEqual([403, 201, 400, 200])
  })

  test('take what is allowed at this moment, not when the display was paired', async () => {
    const groceries = await insertList(diary, diary.cast.ben, 'Groceries')
    const { send, display } = await kitchen({ listIds: [groceries], canAdd: true })
    await ask(diary, diary.cast.ada, `PATCH /api/admin/displays/${display.id}`, { canAdd: false })
    expect((await send(`POST /api/display/lists/${groceries}/items`, { text: 'Bread' })).status).toBe(403)
  })
})

test('what is sent again under its key is added once, and answered alike', async () => {
  const shared = await diary.calendar('ben', { isShared: true })
  const groceries = await insertList(diary, diary.cast.ben, 'Groceries')
  const { send } = await kitchen({ calendarIds: [shared.id], listIds: [groceries], canAdd: true })
  const keyed = (key: string) => (path: string, body: unknown) =>
    send<{ uid?: string; id?: number }>(`POST /api/display/${path}`, body, { 'idempotency-key': key })
  for (const [path, body, other] of [
    ['events', FORM, { ...FORM, title: 'Physio' }],
    [`lists/${groceries}/items`, { text: 'Milk' }, { text: 'Eggs' }],
  ] as const) {
    const post = keyed(`key of ${path}`.replaceAll(/\W/g, '-'))
    const first = await post(path, body)
    expect([202, 201]).toContain(first.status)
    expect((await post(path, body)).body).toEqual(first.body)
    expect((await post(path, other)).status).toBe(422)
    const again = await keyed(`another-of-${path.slice(0, 5)}`)(path, body)
    expect(again.body).not.toEqual(first.body)
  }
  const { items } = (await send<{ items: { text: string }[] }>(`GET /api/display/lists/${groceries}/items`)).body
  expect(items.map(({ text }) => text)).toEqual(['Milk', 'Milk'])
})

test('a page of another site makes the display do nothing', async () => {
  const groceries = await insertList(diary, diary.cast.ben, 'Groceries')
  const { cookie, send } = await kitchen({ listIds: [groceries], canAdd: true })
  const path = `POST /api/display/lists/${groceries}/items`
  for (const site of ['cross-site', 'same-site']) {
    expect((await ask(diary, { cookie }, path, { text: 'Beer' }, { 'sec-fetch-site': site })).status).toBe(403)
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect((await ask(diary, { cookie }, path, '{"text":"Beer"}', { 'content-type': type })).status).toBe(400)
  }
  expect((await send(`GET /api/display/lists/${groceries}/items`)).body).toEqual({ items: [] })
})

test('the owner of a calendar takes it off every display alone', async () => {
  const shifts = await diary.calendar('ben')
  const set = (visibility: 'household' | 'private') =>
    changeOwnCalendar(diary.ctx, diary.cast.ben.id, shifts.id, { visibility })
  await set('household')
  await put(shifts, 'shift', 'Late shift')
  const { shown } = await kitchen({ calendarIds: [shifts.id] })
  expect(await shown()).toHaveLength(1)
  await set('private')
  expect(await shown()).toEqual([])
})
