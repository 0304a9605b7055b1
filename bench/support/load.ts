import type { Target } from './target'
import { processorMsOf } from './time'

/** One client's list with an item. */
export interface Place {
  listId: number
  itemId: number
  cookie: string
}

export interface Write {
  method: 'POST' | 'PATCH'
  path: string
  body: object
}

/** What one server did in one round. */
export interface Round {
  /** Requests per second. */
  rate: number
  /** Milliseconds of processor time per request; null where the system does not tell. */
  processorMs: number | null
}

/** So many requests, each client's one after the other. `write` is asked for each of them. */
export async function measure(
  { origin, pid }: Target,
  places: readonly Place[],
  write: (place: Place) => Write,
  requests: number,
): Promise<Round> {
  const startMs = processorMsOf(pid)
  const start = performance.now()
  await Promise.all(
    places.map(async (place) => {
      const headers = { cookie: place.cookie, 'content-type': 'application/json' }
      for (let count = 0; count < requests / places.length; count++) {
        const { method, path, body } = write(place)
        const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
        const text = await response.text()
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      }
    }),
  )
  const endMs = processorMsOf(pid)
  return {
    rate: requests / ((performance.now() - start) / 1000),
    processorMs: startMs === null || endMs === null ? null : (endMs - startMs) / requests,
  }
}
