import { CalDavError } from './error'
import type { ListedObject } from './listings'
import { DAV, MAX_RESPONSES, type Multistatus, propertyText } from './multistatus'
import { askMultistatus } from './multistatus-request'
import { pathKey, withoutSlash } from './path'
import type { Connection } from './transport'

export interface Changes {
  changed: ListedObject[]
  /** Hrefs. */
  gone: string[]
  /** The token for the next request. */
  token: string
}

/** Statuses that speak of the moment, not of the token. */
const NOT_ABOUT_THE_TOKEN = new Set([401, 404, 408, 410, 429, 503])
const MAX_PAGES = 1000

/**
 * What changed in a calendar since the token (RFC 6578), etags only. Null when the server does not take the token:
 * expired, or no such report. Also a 500 is read so, which is what Xandikos says, and more than all of a calendar.
 * @throws CalDavError
 */
export async function changesSince(connection: Connection, url: string, token: string): Promise<Changes | null> {
  const changed = new Map<string, ListedObject>()
  const gone = new Set<string>()
  let current = token
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await askPage(connection, url, current)
    if (answer === null) return null
    const next = answer.syncToken
    if (next === null) throw new CalDavError('malformed', 207, 'REPORT sync-collection: no sync-token in the answer')
    const isLast = collect(answer, withoutSlash(pathKey(url, url)), changed, gone)
    if (changed.size + gone.size > MAX_RESPONSES) return null
    if (isLast) return { changed: [...changed.values()], gone: [...gone], token: next }
    if (next === current) break
    current = next
  }
  throw new CalDavError('malformed', 207, 'REPORT sync-collection: the pages do not end')
}

async function askPage(connection: Connection, url: string, token: string): Promise<Multistatus | null> {
  try {
    return await askMultistatus(connection, {
      method: 'REPORT',
      url,
      root: 'd:sync-collection',
      content: { 'd:sync-token': token, 'd:sync-level': 1, 'd:prop': { 'd:getetag': {} } },
    })
  } catch (error) {
    const refusesToken =
      error instanceof CalDavError && error.kind === 'status' && !NOT_ABOUT_THE_TOKEN.has(error.status)
    if (refusesToken) return null
    throw error
  }
}

/** Adds a page; false when the server says that there is more (507 for the collection, RFC 6578 3.6). */
function collect(
  { responses }: Multistatus,
  self: string,
  changed: Map<string, ListedObject>,
  gone: Set<string>,
): boolean {
  let isLast = true
  for (const response of responses) {
    const { href, status } = response
    if (withoutSlash(href) === self) {
      if (status === 507) isLast = false
    } else if (status === 404 || status === 410) {
      changed.delete(href)
      gone.add(href)
    } else {
      gone.delete(href)
      changed.set(href, { href, etag: propertyText(response, DAV('getetag')) })
    }
  }
  return isLast
}
