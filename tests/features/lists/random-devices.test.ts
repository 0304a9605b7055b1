import { expect, test } from 'bun:test'
import { asc, inArray } from 'drizzle-orm'
import { listItems } from '../../../src/platform/db/schema'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { randomFrom } from '../../support/random-from'
import { expectOneChain, weekly } from './chain'
import { buildDevice, Device } from './device'
import { expectSummedOnce } from './ledger'
import { Sent } from './sent'
import { type List, shopping } from './shopping'

const household = opened(openHousehold)
const cast = seatedCast(household)
const built = opened(buildDevice)

const ROUNDS = 80
const NETWORKS = ['fine', 'hostile', 'hostile', 'dead'] as const

test('two devices on a network that dies leave one order and one set of items, each done once', async () => {
  const seed = Number(process.env.SEED ?? 20_261_122)
  console.log(`random devices: SEED=${seed}`)
  const random = randomFrom(seed)
  const { ada, ben, cleo } = cast
  const shop = shopping(household)
  const [plain, other] = [(await shop.create(ada)).id, (await shop.create(ada)).id]
  const { body: groceries } = await ask<List>(household, ada, 'POST /api/lists', { name: 'Shop', kind: 'shopping' })
  const { body: house } = await ask<List>(household, ada, 'POST /api/lists', { name: 'House', kind: 'chores' })
  const chores = [weekly('Vacuum', [ada, ben, cleo]), weekly('Windows', [cleo, ben])]
  for (const chore of chores) await ask(household, ada, `POST /api/lists/${house.id}/items`, chore)
  const lists = { plain, other, shopping: groceries.id, chores: house.id }
  const sent = new Sent(lists)
  const world = {
    household,
    lists,
    script: built.script,
    clockFrom: Date.now(),
    random,
    sent,
    arrive: oneAfterTheOther(),
  }
  const devices = [new Device(ben, world), new Device(cleo, world)]

  let round = 0
  try {
    for (const device of devices) await device.start()
    // What is rarest happens at least once.
    for (; round < ROUNDS || !sent.hasCopies; round++) {
      for (const device of devices) {
        device.network = NETWORKS[random(NETWORKS.length)]!
        if (random(12) === 0) await device.restart()
      }
      await Promise.all(devices.map((device) => device.operate(random(8))))
      if (random(3) === 0) await devices[random(2)]!.show()
    }
    await Promise.all(devices.map((device) => device.show()))
    await Promise.all(devices.map((device) => device.nothingUnderWay()))
    for (const { items, left } of await Promise.all(devices.map((device) => device.show()))) {
      expect(left).toEqual([])
      for (const [listId, shown] of items) expect(shown).toEqual(await shop.items(ada, listId))
    }
  } catch (error) {
    throw new Error(`SEED=${seed}, round ${round}`, { cause: error })
  } finally {
    await Promise.all(devices.map((device) => device.end()))
  }

  const stored = await household.ctx.db
    .select()
    .from(listItems)
    .where(inArray(listItems.listId, [plain, other]))
    .orderBy(asc(listItems.listId), asc(listItems.rank), asc(listItems.id))
  const read = [...(await shop.items(ada, plain)), ...(await shop.items(ada, other))]
  expect(read.map(({ id }) => id)).toEqual(stored.map(({ id }) => id))
  sent.expectDoneOnce(stored)
  sent.expectCopiedOnce(await shop.lists(ada), await household.ctx.db.select().from(listItems))
  expectSummedOnce(sent.lines, await shop.items(ada, lists.shopping))
  const times = await expectOneChain(household, house.id, chores)
  expect(Math.max(...times)).toBeGreaterThan(2)
}, 600_000)

/** The service takes one request at a time, so that what was done last is known. */
function oneAfterTheOther() {
  let before: Promise<unknown> = Promise.resolve()
  return <T>(run: () => Promise<T>): Promise<T> => {
    const turn = before.then(run)
    before = turn.catch(() => {})
    return turn
  }
}
