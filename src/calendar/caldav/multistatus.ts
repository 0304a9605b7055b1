import { backgroundSlice, type TimeSlice } from '../../platform/time-slice'
import { CalDavError } from './error'
import { pathKey } from './path'
import { child, children, parseXml, type XmlElement, XmlError, XmlTooLargeError } from './xml'

/** Names of the elements we ask for, with their namespaces. */
export const DAV = (name: string) => `{DAV:}${name}`
/** Of RFC 4791. */
export const CALDAV = (name: string) => `{urn:ietf:params:xml:ns:caldav}${name}`
/** Of extensions that no RFC has, such as `getctag`. */
export const CALENDAR_SERVER = (name: string) => `{http://calendarserver.org/ns/}${name}`
/** Of Apple's, such as `calendar-color`. */
export const APPLE = (name: string) => `{http://apple.com/ns/ical/}${name}`

/** One resource of a multistatus (RFC 4918 13). */
export interface DavResponse {
  /** Absolute path, percent-decoded. */
  href: string
  /** Status of the resource as a whole; null when only its properties have one. */
  status: number | null
  /** The properties that the server gave (2xx), by qualified name. */
  properties: Map<string, XmlElement>
  /** Names of the properties that the account may not see (401, 403). */
  denied: ReadonlySet<string>
}

export interface Multistatus {
  /** The requested URL after redirects: the base of relative hrefs. */
  url: string
  responses: DavResponse[]
  /** RFC 6578. */
  syncToken: string | null
}

/** One response may name many hrefs; no calendar may have more. */
export const MAX_RESPONSES = 40_000
const NONE_DENIED: ReadonlySet<string> = new Set()

/**
 * Reads a multistatus; other work has its turn meanwhile. `base` is the URL that was asked, hrefs may be relative to
 * it. `what` names the request in errors.
 * @throws CalDavError `malformed` unless the pieces are one whole, well-formed multistatus; `too-large` when it holds
 * more than `maxNodes` elements
 */
export async function readMultistatus(
  pieces: readonly string[],
  base: string,
  what: string,
  maxNodes?: number,
): Promise<Multistatus> {
  const root = await rootOf(pieces, what, maxNodes)
  if (root.name !== DAV('multistatus')) throw new CalDavError('malformed', 207, `${what}: not a multistatus`)
  const slice = backgroundSlice()
  const responses: DavResponse[] = []
  for (const response of children(root, DAV('response'))) {
    const status = statusOf(child(response, DAV('status')))
    const { properties, denied } = await readProperties(response, slice)
    for (const href of children(response, DAV('href'))) {
      if (responses.length === MAX_RESPONSES) throw new CalDavError('too-large', 207, `${what}: too many responses`)
      responses.push({ href: pathKey(href.text.trim(), base), status, properties, denied })
      if (slice.isOver) await slice.next()
    }
  }
  return { url: base, responses, syncToken: child(root, DAV('sync-token'))?.text.trim() || null }
}

/** A property's text; null when it was not given or is blank. */
export function propertyText(response: DavResponse, name: string): string | null {
  return response.properties.get(name)?.text.trim() || null
}

/** Whether the server says that nothing stands there. */
export const isAbsent = ({ status }: Pick<DavResponse, 'status'>) => status === 404 || status === 410

export const isCollection = ({ properties }: DavResponse) =>
  child(properties.get(DAV('resourcetype')), DAV('collection')) !== undefined

async function rootOf(pieces: readonly string[], what: string, maxNodes?: number): Promise<XmlElement> {
  try {
    return await parseXml(pieces, maxNodes)
  } catch (error) {
    if (error instanceof XmlTooLargeError) throw new CalDavError('too-large', 207, `${what}: ${error.message}`)
    if (!(error instanceof XmlError)) throw error
    throw new CalDavError('malformed', 207, `${what}: ${error.message}`)
  }
}

async function readProperties(response: XmlElement, slice: TimeSlice) {
  const properties = new Map<string, XmlElement>()
  let denied: Set<string> | null = null
  for (const propstat of children(response, DAV('propstat'))) {
    if (slice.isOver) await slice.next()
    const status = statusOf(child(propstat, DAV('status')))
    const isGiven = status === null || (status >= 200 && status <= 299)
    if (!isGiven && status !== 401 && status !== 403) continue
    for (const property of child(propstat, DAV('prop'))?.children ?? []) {
      if (isGiven) properties.set(property.name, property)
      else denied = (denied ?? new Set()).add(property.name)
      if (slice.isOver) await slice.next()
    }
  }
  return { properties, denied: denied ?? NONE_DENIED }
}

/** `HTTP/1.1 404 Not Found` → 404. */
function statusOf(element: XmlElement | undefined): number | null {
  const code = /^HTTP\/\S+\s+(\d{3})\b/i.exec(element?.text.trim() ?? '')?.[1]
  return code === undefined ? null : Number(code)
}
