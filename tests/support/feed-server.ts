import { type RawServer, type Script, startRawServer } from './raw-server'

/** What was asked for: the path without its first slash, and the head of the request. */
export interface FeedRequest {
  path: string
  head: string
}

export interface FeedServer extends RawServer {
  /** `host:port`, for SUBSCRIPTIONS_ALLOW. */
  host: string
  /** What is answered at a path. */
  at(path: string, script: Script): string
  requests: FeedRequest[]
}

const NOT_FOUND: Script = (wire) => wire.write('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')

/** A server of feeds on loopback, each of which answers with whatever bytes it likes. */
export async function startFeedServer(): Promise<FeedServer> {
  const scripts = new Map<string, Script>()
  const requests: FeedRequest[] = []
  const server = await startRawServer((path) => (wire, head) => {
    requests.push({ path, head })
    return (scripts.get(path) ?? NOT_FOUND)(wire, head)
  })
  return {
    ...server,
    host: new URL(server.url).host,
    requests,
    at(path, script) {
      scripts.set(path, script)
      return server.url + path
    },
  }
}

/** A whole answer; the media type says nothing by default, as that of many servers. */
export function answerWith(
  body: string | Uint8Array,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Script {
  const bytes = Buffer.from(body)
  const all = { 'content-type': 'text/plain', 'content-length': String(bytes.byteLength), ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return async (wire) => {
    await wire.write(`HTTP/1.1 ${status} Whatever\r\n${head.join('')}\r\n`)
    await wire.write(bytes)
  }
}

/** The same, conditionally (RFC 9110 13.1.2). */
export function answerTagged(body: string, etag: string): Script {
  const whole = answerWith(body, { headers: { etag } })
  const unchanged = answerWith('', { status: 304, headers: { etag } })
  return (wire, head) => (head.toLowerCase().includes(`if-none-match: ${etag}`) ? unchanged : whole)(wire, head)
}

/** A calendar of these components. */
export const feedOf = (components: readonly string[], header = ''): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Feed//EN', ...lines(header), ...components, 'END:VCALENDAR', ''].join(
    '\r\n',
  )

/** A calendar in UTF-8 with a fold within each such letter of two bytes, as of writers that count octets alone. */
export function foldedInside(text: string, letter: string): Buffer {
  const octets = (part: string) => Buffer.from(part).toString('latin1')
  const [first, second] = octets(letter)
  return Buffer.from(octets(text).replaceAll(octets(letter), `${first}\r\n ${second}`), 'latin1')
}

const lines = (text: string) => (text === '' ? [] : text.split('\n'))

interface FeedEvent {
  uid?: string | null
  title?: string
  /** DTSTART with its colon, and its parameters before it. */
  start?: string
  more?: readonly string[]
}

/** An event of half an hour, on 1 December 2026 unless it says otherwise. */
export function feedEvent({
  uid = 'uid-1',
  title = 'Practice',
  start = ':20261201T150000Z',
  more = [],
}: FeedEvent = {}): string {
  const identity = uid === null ? [] : [`UID:${uid}`]
  return [
    'BEGIN:VEVENT',
    ...identity,
    'DTSTAMP:20260101T000000Z',
    `DTSTART${start}`,
    `SUMMARY:${title}`,
    ...more,
    'END:VEVENT',
  ].join('\r\n')
}
