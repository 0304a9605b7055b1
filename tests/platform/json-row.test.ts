import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jsonRow } from '../../src/platform/db/json-row'
import { listItems } from '../../src/platform/db/schema'
import { ask, seatedCast } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

const household = opened(() => openHousehold({ at: '2026-11-20T12:00:00.123Z' }))
const cast = seatedCast(household)

test.each<[string, object]>([
  ['says only what it must', { text: 'Milk' }],
  ['says all it can', { text: 'Bins', due: '2026-11-21', dueTime: '07:05', rotates: true, repeat: { every: 'week' } }],
  ['is hostile', { text: '"\\\u0001\t\n\u2028 ’ \u{1f600} [null]', section: '", "', amount: '\\' }],
  ['is long', { text: 'ü'.repeat(255) }],
])('a row comes out of JSON as it is: an item that %s', async (_, item) => {
  const { ctx } = household
  const { body: list } = await ask<{ id: number }>(household, cast.ada, 'POST /api/lists', {
    name: 'A',
    kind: 'chores',
  })
  const { body, status } = await ask<{ id: number }>(household, cast.ada, `POST /api/lists/${list.id}/items`, {
    ...item,
    ...('rotates' in item && { assigneeIds: [cast.ada.id, cast.ben.id] }),
  })
  expect(status).toBe(201)
  if ('due' in item) await ask(household, cast.ben, `PATCH /api/list-items/${body.id}`, { checked: true })
  const isItem = eq(listItems.id, body.id)
  const [row] = await ctx.db.select().from(listItems).where(isItem)
  const [told] = await ctx.db
    .select({ json: jsonRow(listItems).select })
    .from(listItems)
    .where(isItem)
  expect(jsonRow(listItems).parse(told!.json)).toEqual(row!)
})
