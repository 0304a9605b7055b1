/** Writes to list items through the whole service, beside the same SQL through bare mysql2 in a Bun.serve handler. */
import { ask, seatCast } from '../tests/support/cast'
import { openHousehold } from '../tests/support/household'
import type { Report } from './figure'
import { measure, type Place, type Round, type Write } from './support/load'
import { startBare, startService } from './support/target'
import { median } from './support/time'

const CLIENTS = 8
/** Until both servers' hot code has been compiled. */
const WARM_UP_ROUNDS = 3
const ROUNDS = 5
const REQUESTS_PER_ROUND = 1_600

const WRITES: Record<string, (place: Place) => Write> = {
  'POST …/items': ({ listId }) => ({ method: 'POST', path: `/api/lists/${listId}/items`, body: { text: 'Eggs' } }),
  'PATCH text': ({ itemId }) => ({ method: 'PATCH', path: `/api/list-items/${itemId}`, body: { text: 'Tea' } }),
  'PATCH checked': ({ itemId }) => ({ method: 'PATCH', path: `/api/list-items/${itemId}`, body: { checked: false } }),
}

export async function bench(report: Report): Promise<void> {
  const household = await openHousehold({ at: new Date().toISOString() })
  const { ada } = await seatCast(household.ctx)
  const places: Place[] = []
  for (let index = 0; index < CLIENTS; index++) {
    const list = await ask<{ id: number }>(household, ada, 'POST /api/lists', { name: `List ${index}` })
    const item = await ask<{ id: number }>(household, ada, `POST /api/lists/${list.body.id}/items`, { text: 'Milk' })
    places.push({ listId: list.body.id, itemId: item.body.id, cookie: ada.cookie })
  }
  const service = await startService(household.config.database)
  const bare = await startBare('lists', household.config.database)
  try {
    for (const [name, write] of Object.entries(WRITES)) {
      const rounds: { ours: Round; theirs: Round }[] = []
      // In turns, so that whatever else the machine does meets both.
      for (let count = 0; count < WARM_UP_ROUNDS + ROUNDS; count++) {
        const ours = await measure(service, places, write, REQUESTS_PER_ROUND)
        rounds.push({ ours, theirs: await measure(bare, places, write, REQUESTS_PER_ROUND) })
      }
      const over = medianOver(rounds.slice(WARM_UP_ROUNDS))
      report({ name: `${name}: service, 8 clients`, value: over(({ ours }) => ours.rate), unit: 'req/s' })
      report({
        name: `${name}: bare Bun.serve + mysql2, the same SQL`,
        value: over(({ theirs }) => theirs.rate),
        unit: 'req/s',
      })
      report({
        name: `${name}: service / bare`,
        value: over(({ ours, theirs }) => ours.rate / theirs.rate),
        unit: 'times',
        goal: '≥ 0.85',
      })
      reportProcessorTime(name, over, report)
    }
  } finally {
    await Promise.all([service.stop(), bare.stop()])
    await household.close()
  }
}

type MedianOver = (value: (round: { ours: Round; theirs: Round }) => number) => number

const medianOver =
  (rounds: { ours: Round; theirs: Round }[]): MedianOver =>
  (value) =>
    median(rounds.map(value))

/** The figure that holds on a machine which is busy with other things, too. */
function reportProcessorTime(name: string, over: MedianOver, report: Report) {
  const unit = 'ms'
  const ours = over(({ ours }) => ours.processorMs ?? Number.NaN)
  if (Number.isNaN(ours)) return
  report({ name: `${name}: processor time per request, service`, value: ours, unit })
  const theirs = over(({ theirs }) => theirs.processorMs ?? Number.NaN)
  report({ name: `${name}: processor time per request, bare`, value: theirs, unit })
}
