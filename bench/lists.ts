/** Writes to list items through the whole service, beside the same SQL through bare mysql2 in a Bun.serve handler. */
import { ask, seatCast } from '../tests/support/cast'
import { openHousehold } from '../tests/support/household'
import type { Figure } from './figure'
import { startBare, startService, type Target } from './support/target'

const CLIENTS = 8
/** Until both servers' hot code has been compiled. */
const WARM_UP_ROUNDS = 3
const ROUNDS = 5
const REQUESTS_PER_ROUND = 1_600

/** One client's list with an item. */
interface Place {
  listId: number
  itemId: number
  cookie: string
}

interface Write {
  method: 'POST' | 'PATCH'
  path: string
  body: object
}

const WRITES: Record<string, (place: Place) => Write> = {
  'POST …/items': ({ listId }) => ({ method: 'POST', path: `/api/lists/${listId}/items`, body: { text: 'Eggs' } }),
  'PATCH text': ({ itemId }) => ({ method: 'PATCH', path: `/api/list-items/${itemId}`, body: { text: 'Tea' } }),
  'PATCH checked': ({ itemId }) => ({ method: 'PATCH', path: `/api/list-items/${itemId}`, body: { checked: false } }),
}

export async function bench(report: (figure: Figure) => void): Promise<void> {
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
      const ours: number[] = []
      const theirs: number[] = []
      // In turns, so that whatever else the machine does meets both.
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
        ours.push(await requestsPerSecond(service, places, write))
        theirs.push(await requestsPerSecond(bare, places, write))
      }
      const [rate, bareRate] = [median(ours.slice(WARM_UP_ROUNDS)), median(theirs.slice(WARM_UP_ROUNDS))]
      report({ name: `${name}: service, 8 clients`, value: rate, unit: 'req/s' })
      report({ name: `${name}: bare Bun.serve + mysql2, the same SQL`, value: bareRate, unit: 'req/s' })
      report({ name: `${name}: service / bare`, value: rate / bareRate, unit: 'times', goal: '≥ 0.7' })
    }
  } finally {
    await Promise.all([service.stop(), bare.stop()])
    await household.close()
  }
}

async function requestsPerSecond({ origin }: Target, places: Place[], write: (place: Place) => Write) {
  const start = performance.now()
  await Promise.all(
    places.map(async (place) => {
      const { method, path, body } = write(place)
      const headers = { cookie: place.cookie, 'content-type': 'application/json' }
      const init = { method, headers, body: JSON.stringify(body) }
      for (let count = 0; count < REQUESTS_PER_ROUND / places.length; count++) {
        const response = await fetch(`${origin}${path}`, init)
        const text = await response.text()
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      }
    }),
  )
  return REQUESTS_PER_ROUND / ((performance.now() - start) / 1000)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
