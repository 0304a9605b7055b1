import type { Script, Wire } from '../../../support/raw-server'

/** One answer of the hostile server, and what comes of it. */
export interface HostileAnswer {
  name: string
  script: Script
  /** Of listing a calendar: the kind of the error, or how many objects there are. */
  listing: string | number
  /** Of checking an account. */
  probe: 'refused' | 'unreachable'
  /** For how long it is waited for. */
  patienceMs: number
}

/** The same as a row of a table; an account is `unreachable` unless said otherwise. */
export type Row = [
  name: string,
  script: Script,
  listing: string | number,
  options?: { probe?: 'refused'; patienceMs?: number },
]

const PATIENCE_MS = 50_000

export const answersOf = (rows: Row[]): HostileAnswer[] =>
  rows.map(([name, script, listing, options = {}]) => {
    const { probe = 'unreachable', patienceMs = PATIENCE_MS } = options
    return { name, script, listing, probe, patienceMs }
  })

export const MB = 1024 * 1024
/** For how long an answer may hold up others. */
export const MAX_HELD_MS = 100
export const XML = 'content-type: text/xml'
export const CHUNKED = 'transfer-encoding: chunked'

/** The head of an answer; without a length its body goes on until the connection ends. */
export const head = (lines: string[], status = '207 x') => [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n')

/** A whole answer; its body is made when it is asked for first. */
export function whole(make: () => string | Uint8Array, lines: string[] = [], status?: string): Script {
  let body: Buffer | null = null
  return async (wire) => {
    body ??= Buffer.from(make())
    await wire.write(head([XML, `content-length: ${body.length}`, ...lines], status))
    await wire.write(body)
  }
}

/** Bytes as they stand. */
export const raw =
  (make: () => string): Script =>
  (wire) =>
    wire.write(make())

/** A body that goes on and on. */
export async function endless(wire: Wire, piece: Uint8Array, lines: string[] = [], status?: string) {
  await wire.write(head([XML, CHUNKED, ...lines], status))
  while (wire.isOpen) await wire.chunk(piece)
}

export const repeat = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length))
/** As much of it as fits in five megabytes. */
export const five = (piece: string) => repeat(piece, 5 * MB)
export const numbered = (count: number, piece: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => piece(number)).join('')

export const STATUS_OK = '<status>HTTP/1.1 200 OK</status>'
export const multistatus = (content: string) =>
  `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${content}</multistatus>`
export const event = (filling = '') => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n${filling}END:VEVENT\nEND:VCALENDAR\n`
export const object = (href: string, data: string, etag = '"1"') =>
  `<response><href>${href}</href><propstat><prop><getetag>${etag}</getetag>` +
  `<C:calendar-data>${data}</C:calendar-data></prop>${STATUS_OK}</propstat></response>`
/** A good answer. */
export const ONE = multistatus(object('/1.ics', event()))
