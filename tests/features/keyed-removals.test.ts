import { describe, expect, test } from 'bun:test'
import { imports } from '../../src/platform/db/schema'
import type { Announcement } from '../../src/platform/hub'
import { listenTo } from '../support/announcements'
import { ask, seatedCast } from '../support/cast'
import { insertCalendar } from '../support/diary'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household)

const add = async (request: string, body: object) =>
  (await ask<{ id: number }>(household, cast.ben, request, body)).body.id

async function addFeed() {
  const { id } = await insertCalendar(household.ctx, cast.ben.id, `https://cal.test/${crypto.randomUUID()}/`)
  return add('POST /api/feeds', { calendars: [id] })
}

async function addImport() {
  const at = household.ctx.now()
  const row = { memberId: cast.ben.id, total: 3, done: 1, createdAt: at, updatedAt: at }
  const [added] = await household.ctx.db.insert(imports).values(row).$returningId()
  return added!.id
}

describe.each([
  ['birthdays', () => add('POST /api/birthdays', { name: 'Hilde', date: '--12-24' })],
  ['feeds', addFeed],
  ['me/tokens', () => add('POST /api/me/tokens', { name: 'Kitchen hub', scope: 'read' })],
  ['import', addImport],
] as const)('DELETE /api/%s/:id', (path, addOne) => {
  const remove = (id: number, key: string, who = cast.ben) =>
    ask<{ id: number }>(household, who, `DELETE /api/${path}/${id}`, undefined, { 'idempotency-key': key })

  test('is done once under its key, and answered alike', async () => {
    const [id, key] = [await addOne(), crypto.randomUUID()]
    const first = await remove(id, key)
    expect(first).toMatchObject({ status: 200, body: { id } })
    expect(await remove(id, key)).toMatchObject({ status: 200, body: first.body })
  })

  test('takes no key of another request, and none that is malformed', async () => {
    const [one, other, key] = [await addOne(), await addOne(), crypto.randomUUID()]
    for (const bad of ['two words', 'ü', 'x'.repeat(256)]) {
      expect(await remove(one, bad)).toMatchObject({
        status: 400,
        body: { error: 'Idempotency-Key: expected 1 to 255 visible ASCII characters' },
      })
    }
    expect((await remove(one, key)).status).toBe(200)
    expect((await remove(other, key)).status).toBe(422)
    expect((await remove(other, crypto.randomUUID())).status).toBe(200)
  })

  test('keeps no key of what was not there', async () => {
    const key = crypto.randomUUID()
    expect((await remove(999_999, key)).status).toBe(404)
    expect((await remove(await addOne(), key)).status).toBe(200)
  })
})

test('sent again, it tells again what the first may not have told', async () => {
  const heard: Announcement[] = []
  await listenTo(household.ctx, (announcement) => heard.push(announcement))
  const headers = { 'idempotency-key': 'told' }
  for (const [path, topic] of [
    [`birthdays/${await add('POST /api/birthdays', { name: 'Tom', date: '--01-02' })}`, 'calendar'],
    [`me/tokens/${await add('POST /api/me/tokens', { name: 'Hub', scope: 'read' })}`, 'signed-out'],
  ] as const) {
    headers['idempotency-key'] = path
    const send = async () => {
      heard.length = 0
      expect((await ask(household, cast.ben, `DELETE /api/${path}`, undefined, headers)).status).toBe(200)
      return heard.filter((one) => one.topic === topic)
    }
    const first = await send()
    expect(first).toHaveLength(1)
    expect(await send()).toEqual(first)
  }
})
