import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { listItems } from '../../../src/platform/db/schema'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { randomFrom } from '../../support/random-from'
import { expectOneChain, weekly } from './chain'
import { type Item, type List, shopping } from './shopping'

const household = opened(openHousehold)
const cast = seatedCast(household)

const STEPS = 150
/** What two phones do at once has no fixed order, so that some runs need more steps than others for as many weeks. */
const WEEKS = 9

test('two phones that tick, untick and send again leave one chain, none doubled and none lost', async () => {
  const seed = Number(process.env.SEED ?? 20_261_121)
  console.log(`random chores: SEED=${seed}`)
  const random = randomFrom(seed)
  const { ada, ben, cleo } = cast
  const { body: list } = await ask<List>(household, ada, 'POST /api/lists', { name: 'House', kind: 'chores' })
  const vacuum = weekly('Vacuum', [ada, ben, cleo])
  await ask(household, ada, `POST /api/lists/${list.id}/items`, vacuum)

  const sent: { request: string; body: object; key: string }[] = []
  const phones = [
    { who: ben, items: [] as Item[] },
    { who: cleo, items: [] as Item[] },
  ]
  const weeks = () => household.ctx.db.$count(listItems, eq(listItems.listId, list.id))
  for (let step = 0; step < STEPS || (await weeks()) < WEEKS; step++) {
    await Promise.all(
      phones.map(async (phone) => {
        // What a phone shows may be long past.
        if (random(3) === 0 || phone.items.length === 0)
          phone.items = await shopping(household).items(phone.who, list.id)
        const { id } = phone.items[random(phone.items.length)]!
        const isNew = random(4) > 0
        const checked = random(5) > 1
        const fresh = { request: `PATCH /api/list-items/${id}`, body: { checked }, key: crypto.randomUUID() }
        const write = isNew || sent.length === 0 ? fresh : sent[random(sent.length)]!
        sent.push(write)
        const { status } = await ask(household, phone.who, write.request, write.body, { 'idempotency-key': write.key })
        expect([200, 404]).toContain(status)
      }),
    )
  }

  const [times] = await expectOneChain(household, list.id, [vacuum])
  expect(times).toBeGreaterThanOrEqual(WEEKS)
})
