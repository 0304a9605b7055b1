/**
 * Adding to a shopping list, where the line is read, and to one of chores, beside adding to a plain one; what is suggested
 * among much that is remembered; and the migration of many items.
 */
import { digestOfKey } from '../src/features/lists/memory/key-digest'
import { storeMemory } from '../src/features/lists/memory/stored'
import { itemKey } from '../src/household/shopping/item-key'
import { migrate } from '../src/platform/db/migrate'
import { inTransaction } from '../src/platform/db/transaction'
import { DAY_MS } from '../src/platform/durations'
import { fillWithItems, openBeforeShopping } from '../tests/support/before-migration'
import { ask, type Member, seatCast } from '../tests/support/cast'
import { type Household, openHousehold } from '../tests/support/household'
import type { Report } from './figure'
import { measure, type Place, type Round, type Write } from './support/load'
import { startService } from './support/target'
import { median, quantile, timed } from './support/time'

const CLIENTS = 4
const WARM_UP_ROUNDS = 2
const ROUNDS = 7
const REQUESTS_PER_ROUND = 400
const REMEMBERED = 50_000
const ROWS_AT_ONCE = 1_000
const QUESTIONS = 300
const ITEMS = 50_000

export async function bench(report: Report): Promise<void> {
  await inHousehold(async (household, { ada, ben }) => benchAdding(household, [ada, ben], report))
  // Of its own: what was added above is remembered, too.
  await inHousehold(async (household, { ada }) => benchSuggestions(household, ada, report))
  await benchMigration(report)
}

async function inHousehold(work: (household: Household, cast: { ada: Member; ben: Member }) => Promise<void>) {
  const household = await openHousehold({ at: new Date().toISOString() })
  try {
    await work(household, await seatCast(household.ctx))
  } finally {
    await household.close()
  }
}

/** What is added to a list of each kind, the n-th time. */
const ADDITIONS: readonly { name: string; kind: string; bodyOf: (n: number, who: readonly Member[]) => object }[] = [
  { name: 'plain', kind: 'plain', bodyOf: (n) => ({ text: `Item ${n}` }) },
  {
    name: 'shopping, with section and amount',
    kind: 'shopping',
    bodyOf: (n) => ({ text: `Item ${n}`, section: 'dairy', amount: '2 l' }),
  },
  { name: 'shopping, a line that is new', kind: 'shopping', bodyOf: (n) => ({ text: `2 l item ${n}`, parse: true }) },
  {
    name: 'shopping, a line that joins another',
    kind: 'shopping',
    bodyOf: (n) => ({ text: `Item ${n % 50} 2 l`, parse: true }),
  },
  {
    name: 'chores',
    kind: 'chores',
    bodyOf: (n, who) => ({
      text: `Item ${n}`,
      due: '2026-11-21',
      repeat: { every: 'week' },
      assigneeIds: who.map(({ id }) => id),
      rotates: true,
    }),
  },
]

async function benchAdding(household: Household, who: readonly Member[], report: Report) {
  const service = await startService(household.config.database)
  try {
    const kinds = await Promise.all(
      ADDITIONS.map(async (addition) => ({ ...addition, places: await placesOf(household, who[0]!, addition.kind) })),
    )
    let count = 0
    const rounds: Round[][] = []
    // In turns, so that whatever else the machine does meets all.
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const each: Round[] = []
      for (const { places, bodyOf } of kinds) {
        const write = ({ listId }: Place): Write => ({
          method: 'POST',
          path: `/api/lists/${listId}/items`,
          body: bodyOf(count++, who),
        })
        each.push(await measure(service, places, write, REQUESTS_PER_ROUND))
      }
      if (round >= WARM_UP_ROUNDS) rounds.push(each)
    }
    for (const [index, { name }] of kinds.entries()) {
      report({ name: `add, ${name}`, value: 1000 / median(rounds.map((each) => each[index]!.rate)), unit: 'ms' })
      if (index === 0) continue
      const ratio = median(rounds.map((each) => each[0]!.rate / each[index]!.rate))
      report({ name: `add, ${name} / plain`, value: ratio, unit: 'times', goal: '≤ 1.1' })
      const cost = (each: Round[], at: number) => each[at]!.processorMs ?? Number.NaN
      const costs = median(rounds.map((each) => cost(each, index) / cost(each, 0)))
      if (!Number.isNaN(costs)) report({ name: 'the same: processor time of the service', value: costs, unit: 'times' })
    }
  } finally {
    await service.stop()
  }
}

async function placesOf(household: Household, { cookie }: Member, kind: string): Promise<Place[]> {
  const places: Place[] = []
  for (let index = 0; index < CLIENTS; index++) {
    const { body } = await ask<{ id: number }>(household, { cookie }, 'POST /api/lists', { name: kind, kind })
    places.push({ listId: body.id, itemId: 0, cookie })
  }
  return places
}

const SYLLABLES = ['mi', 'ka', 'to', 'be', 'lu', 'ra', 'so', 'ne', 'pfi', 'gu']
const QUERIES = ['', 'm', 'mi', 'kato', 'belu ra', 'sonepfi', 'xylo']

async function benchSuggestions(household: Household, ada: Member, report: Report) {
  const { ctx } = household
  const { body: list } = await ask<{ id: number }>(household, ada, 'POST /api/lists', {
    name: 'Shop',
    kind: 'shopping',
  })
  for (let from = 0; from < REMEMBERED; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, index) => rememberedAt(from + index, ctx.now()))
    const memory = { listId: list.id, notedItemId: 0, revision: from, forgottenRevision: 0, round: 20, roundAt: null }
    await inTransaction(ctx.db, (tx) =>
      storeMemory(tx, memory, new Map(rows.map((row) => [digestOfKey(itemKey(row.text)), row]))),
    )
  }
  for (const text of ['Milch', 'Brot', 'Butter'])
    await ask(household, ada, `POST /api/lists/${list.id}/items`, { text })
  const time = (q: string) =>
    timed(async () => {
      const { status } = await ask(household, ada, `GET /api/lists/${list.id}/suggestions?q=${encodeURIComponent(q)}`)
      if (status !== 200) throw new Error(`status ${status}`)
    })
  report({ name: 'suggestions, the first after a start', value: await time(''), unit: 'ms' })
  const times: number[] = []
  for (let count = 0; count < QUESTIONS; count++) times.push(await time(QUERIES[count % QUERIES.length]!))
  const name = `suggestions among ${REMEMBERED} remembered texts`
  report({ name: `${name}: p50`, value: median(times), unit: 'ms', goal: '< 20' })
  report({ name: `${name}: p99`, value: quantile(times, 0.99), unit: 'ms', goal: '< 20' })
}

/** Each text is another; some are added often, and lately. */
function rememberedAt(index: number, now: Date) {
  const text = `${[...String(index)].map((digit) => SYLLABLES[Number(digit)]).join('')} ${index % 97}`
  const lastAt = new Date(now.getTime() - (index % 400) * DAY_MS)
  const count = 1 + (index % 30)
  const rounds = [index % 20, (index + 7) % 20]
  return { text, section: 'produce', amount: null, count, weight: count, lastAt, boughtAt: lastAt, rounds }
}

async function benchMigration(report: Report) {
  const { database, close } = await openBeforeShopping()
  try {
    await fillWithItems(database.config, ITEMS)
    const value = (await timed(() => migrate(database.config))) / 1000
    report({ name: `migration of ${ITEMS} items`, value, unit: 's', goal: '< 10' })
  } finally {
    await close()
  }
}
