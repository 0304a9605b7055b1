import { MINUTE } from '../lib/tz'
import { uuid } from '../lib/uuid'
import { request } from './http'

/** Longer than somebody tries again; what is typed anew much later is meant anew. */
const TRIED_FOR_MS = 10 * MINUTE

/** What was sent without success, and under which key. */
const tried = new Map<string, { key: string; at: number }>()

/**
 * Makes something new. The same again goes out under the same Idempotency-Key, since an answer may have been lost, but not
 * once one of its kind was removed: it may be this that is made anew. @throws ApiError
 */
export async function create<T>(path: string, body: object): Promise<T> {
  const said = path + JSON.stringify(body)
  const now = performance.now()
  const before = tried.get(said)
  const isAgain = before !== undefined && now - before.at < TRIED_FOR_MS
  const key = isAgain ? before.key : uuid()
  tried.set(said, { key, at: now })
  const made = await request<T>('POST', path, { body, key })
  tried.delete(said)
  return made
}

/** Takes it that what stood under this path is gone. */
export function forgetTried(path: string): void {
  const collection = `${path.slice(0, path.lastIndexOf('/'))}{`
  for (const said of tried.keys()) if (said.startsWith(collection)) tried.delete(said)
}
