import { CalDavError } from './error'
import { pathKey } from './path'
import { child, children, parseXml, type XmlElement, XmlError } from './xml'

/** Names of the elements we ask for, with their namespaces. */
export const DAV = (name: string) => `{DAV:}${name}`
export const CALDAV = (name: string) => `{urn:ietf:params:xml:ns:caldav}${name}`
export const CALENDAR_SERVER = (name: string) => `{http://calendarserver.org/ns/}${name}`
export const APPLE = (name: string) => `{http://apple.com/ns/ical/}${name}`

/** One resource of a multistatus (RFC 4918 13). */
export interface DavResponse {
  /** Absolute path, percent-decoded. */
  href: string
  /** Of the resource as a whole, null when the server speaks of its properties only. */
  status: number | null
  /** The properties that the server gave (2xx), by qualified name. */
  properties: Map<string, XmlElement>
}

export interface Multistatus {
  responses: DavResponse[]
  /** RFC 6578. */
  syncToken: string | null
}

/**
 * Reads a multistatus. `base` is the URL that was asked, hrefs may be relative to it.
 * @throws CalDavError `malformed` unless the text is one whole, well-formed multistatus
 */
export function readMultistatus(text: string, base: string, what: string): Multistatus {
  const root = rootOf(text, what)
  if (root.name !== DAV('multistatus')) throw new CalDavError('malformed', 207, `${what}: not a multistatus`)
  const responses = children(root, DAV('response')).flatMap((response) => {
    const status = statusOf(child(response, DAV('status')))
    const properties = givenProperties(response)
    return children(response, DAV('href')).map((href) => ({
      href: pathKey(href.text.trim(), base),
      status,
      properties,
    }))
  })
  return { responses, syncToken: child(root, DAV('sync-token'))?.text.trim() || null }
}

/** A property's text; null when it was not given or is blank. */
export function propertyText(response: DavResponse, name: string): string | null {
  return response.properties.get(name)?.text.trim() || null
}

function rootOf(text: string, what: string): XmlElement {
  try {
    return parseXml(text)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new CalDavError('malformed', 207, `${what}: ${error.message}`)
  }
}

function givenProperties(response: XmlElement): Map<string, XmlElement> {
  const properties = new Map<string, XmlElement>()
  for (const propstat of children(response, DAV('propstat'))) {
    const status = statusOf(child(propstat, DAV('status')))
    if (status !== null && (status < 200 || status > 299)) continue
    for (const property of child(propstat, DAV('prop'))?.children ?? []) properties.set(property.name, property)
  }
  return properties
}

/** `HTTP/1.1 404 Not Found` → 404. */
function statusOf(element: XmlElement | undefined): number | null {
  const code = /^HTTP\/\S+\s+(\d{3})\b/i.exec(element?.text.trim() ?? '')?.[1]
  return code === undefined ? null : Number(code)
}
