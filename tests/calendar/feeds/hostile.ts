import { deflateSync, gzipSync } from 'node:zlib'
import { answerWith, feedEvent, feedOf, foldedInside } from '../../support/feed-server'
import type { Script } from '../../support/raw-server'

/** What a server answers instead of the feed that was there, and what becomes of the one event that is cached. */
export interface HostileAnswer {
  name: string
  script: Script
  /** Null: it is read. */
  reason: string | null
  /** Titles in the cache afterwards; by default the one that was good. */
  titles?: readonly string[]
  /** It would fill the memory of whoever took all of it. */
  isLarge?: true
}

export const KEPT = 'Kept'
export const GOOD = feedOf([feedEvent({ uid: 'kept', title: KEPT })])
const MB = 1024 * 1024
const whole = (components: readonly string[]) => answerWith(feedOf(components))
const read = (title: string) => feedEvent({ uid: 'kept', title })
const status = (code: number, headers: Record<string, string> = {}) =>
  answerWith('<h1>Sorry</h1>', { status: code, headers })
const redirect = (location: string) => status(302, { location })
const typed = (type: string) => ({ headers: { 'content-type': type } })
const packed = (bytes: Uint8Array, encoding: string) => answerWith(bytes, { headers: { 'content-encoding': encoding } })
/** A head that promises a body, and then whatever comes. */
const headed =
  (head: string, body: Script): Script =>
  async (wire, asked) => {
    await wire.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`)
    await body(wire, asked)
  }
const endless =
  (piece: Uint8Array): Script =>
  async (wire) => {
    while (wire.isOpen) await wire.chunk(piece)
  }
const drops: Script = (wire) => wire.cut()
const silent: Script = () => {}

const HEAD = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'
const LINE = Buffer.from(`X-BULK:${'x'.repeat(4086)}\r\n`)
const event = (lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const bulky = () => `${HEAD}${LINE.toString().repeat(21 * 256)}END:VCALENDAR\r\n`
const manyComponents = () => `${HEAD}${'BEGIN:VEVENT\r\nEND:VEVENT\r\n'.repeat(200_001)}END:VCALENDAR\r\n`

export const HOSTILE_ANSWERS: HostileAnswer[] = [
  // What is no calendar.
  { name: 'a page for people', script: answerWith('<!doctype html><p>Sign in</p>'), reason: 'not-calendar' },
  { name: 'a page that quotes a calendar', script: answerWith(`<pre>\n${GOOD}</pre>`), reason: 'not-calendar' },
  { name: 'nothing', script: answerWith(''), reason: 'not-calendar' },
  { name: 'blank lines', script: answerWith('\r\n\r\n \r\n'), reason: 'not-calendar' },
  { name: 'JSON', script: answerWith('{"error":"quota"}'), reason: 'not-calendar' },
  {
    name: 'random bytes',
    script: answerWith(Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251)),
    reason: 'not-calendar',
  },
  { name: 'an event without a calendar around it', script: answerWith(feedEvent()), reason: 'not-calendar' },
  { name: 'no content', script: status(204), reason: 'status-204' },
  // What is not all of it.
  { name: 'a calendar that is cut off', script: answerWith(GOOD.slice(0, -20)), reason: 'truncated' },
  { name: 'a calendar cut off within an event', script: answerWith(GOOD.slice(0, 120)), reason: 'truncated' },
  {
    name: 'fewer bytes than its length says',
    script: headed('content-length: 9999', async (wire) => {
      await wire.write(HEAD)
      wire.cut()
    }),
    reason: 'truncated',
  },
  {
    name: 'a chunk that breaks off',
    script: headed('transfer-encoding: chunked', async (wire) => {
      await wire.chunk(Buffer.from(HEAD))
      wire.cut()
    }),
    reason: 'truncated',
  },
  {
    name: 'more bytes than its length says',
    script: headed('content-length: 30', answerWith(GOOD)),
    reason: 'not-calendar',
  },
  // Emptiness counts when it is said twice (a story of its own).
  { name: 'an empty calendar', script: whole([]), reason: 'empty' },
  { name: 'a calendar of tasks alone', script: whole(['BEGIN:VTODO\r\nUID:t\r\nEND:VTODO']), reason: 'empty' },
  { name: 'events that none can be read of', script: whole([event(['UID:x', 'DTSTART:never'])]), reason: 'unreadable' },
  // Statuses.
  ...[401, 403, 404, 410, 500, 503].map((code) => ({
    name: `status ${code}`,
    script: status(code),
    reason: `status-${code}`,
  })),
  { name: 'status 429', script: status(429, { 'retry-after': '120' }), reason: 'status-429' },
  { name: 'an answer in part', script: answerWith(GOOD, { status: 206 }), reason: 'status-206' },
  { name: 'unchanged, which nobody has asked', script: status(304), reason: 'status-304' },
  // Connections.
  { name: 'a connection that closes without a word', script: drops, reason: 'unreachable' },
  { name: 'what is no HTTP', script: (wire) => wire.write('* OK IMAP4 ready\r\n'.repeat(9)), reason: 'unreachable' },
  { name: 'silence', script: silent, reason: 'timeout' },
  {
    name: 'a head that does not end',
    script: (wire) => wire.write('HTTP/1.1 200 OK\r\nx-a: b\r\n'),
    reason: 'timeout',
  },
  {
    name: 'a body that does not go on',
    script: headed('transfer-encoding: chunked', (wire) => wire.chunk(Buffer.from(HEAD))),
    reason: 'timeout',
  },
  // What is too much.
  {
    name: 'a body without end',
    script: headed('transfer-encoding: chunked', endless(LINE)),
    reason: 'too-large',
    isLarge: true,
  },
  {
    name: 'a body above 20 MB',
    script: (wire, head) => answerWith(bulky())(wire, head),
    reason: 'too-large',
    isLarge: true,
  },
  {
    name: 'a gzip bomb',
    script: (wire, head) => packed(gzipSync(Buffer.alloc(100 * MB, ' ')), 'gzip')(wire, head),
    reason: 'too-large',
    isLarge: true,
  },
  { name: 'a deflate bomb', script: packed(deflateSync(Buffer.alloc(MB)), 'deflate'), reason: 'encoding' },
  { name: 'gzip that is none', script: packed(Buffer.from(GOOD), 'gzip'), reason: 'encoding' },
  { name: 'packed twice', script: packed(gzipSync(gzipSync(GOOD)), 'gzip, gzip'), reason: 'encoding' },
  { name: '200,001 events', script: (wire, head) => answerWith(manyComponents())(wire, head), reason: 'too-large' },
  {
    name: 'calendars nested a thousand deep',
    script: answerWith('BEGIN:VCALENDAR\r\n'.repeat(1000) + 'END:VCALENDAR\r\n'.repeat(1000)),
    reason: 'not-calendar',
  },
  {
    name: 'one line of 19 MB',
    script: (wire, head) =>
      whole([event(['UID:big', 'DTSTART:20261201T100000Z', `X-A:${'x'.repeat(19 * MB)}`])])(wire, head),
    reason: 'unreadable',
  },
  {
    name: 'a zone that is larger than its events',
    script: whole([
      `BEGIN:VTIMEZONE\r\nTZID:Big\r\n${'COMMENT:x\r\n'.repeat(9000)}END:VTIMEZONE`,
      feedEvent({ uid: 'kept', title: 'In a big zone', start: ';TZID=Big:20261201T100000' }),
    ]),
    reason: null,
    titles: ['In a big zone'],
  },
  // Where it leads.
  {
    name: 'a redirect to itself',
    script: (wire, head) => redirect(/^GET (\S+)/.exec(head)?.[1] ?? '')(wire, head),
    reason: 'redirect',
  },
  { name: 'a redirect to nowhere', script: status(301), reason: 'redirect' },
  { name: 'a redirect to a file', script: redirect('file:///etc/passwd'), reason: 'redirect' },
  ...[
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://0x7f000001/',
    'https://localhost/',
  ].map((location) => ({ name: `a redirect to ${location}`, script: redirect(location), reason: 'address' })),
  // What is odd and read.
  {
    name: 'Latin-1',
    script: answerWith(Buffer.from(feedOf([read('Fußball')]), 'latin1')),
    reason: null,
    titles: ['Fußball'],
  },
  {
    name: 'Latin-2 that says so',
    script: answerWith(
      Buffer.from(feedOf([read('Bo\u00bfe Cia\u00b3o')]), 'latin1'),
      typed('Text/Calendar; Charset="ISO-8859-2"'),
    ),
    reason: null,
    titles: ['Boże Ciało'],
  },
  {
    name: 'Latin-1 that is called UTF-8',
    script: answerWith(Buffer.from(feedOf([read('Fußball')]), 'latin1'), typed('text/calendar; charset=utf-8')),
    reason: null,
    titles: ['Fußball'],
  },
  {
    name: 'UTF-8 that is called Latin-2',
    script: answerWith(feedOf([read('Fußball')]), typed('text/calendar; charset=iso-8859-2')),
    reason: null,
    titles: ['Fußball'],
  },
  {
    name: 'Latin-1 of a charset that nobody knows',
    script: answerWith(Buffer.from(feedOf([read('Fußball')]), 'latin1'), typed('text/calendar; charset=klingon')),
    reason: null,
    titles: ['Fußball'],
  },
  {
    name: 'folds inside a character',
    script: answerWith(foldedInside(feedOf([read('Fußball')]), 'ß')),
    reason: null,
    titles: ['Fußball'],
  },
  {
    name: 'a byte order mark',
    script: answerWith(`\uFEFF${feedOf([read('Marked')])}`),
    reason: null,
    titles: ['Marked'],
  },
  {
    name: 'UTF-16',
    script: answerWith(Buffer.from(`\uFEFF${feedOf([read('Wide')])}`, 'utf16le')),
    reason: null,
    titles: ['Wide'],
  },
  {
    name: 'returns alone',
    script: answerWith(feedOf([read('Returns')]).replaceAll('\n', '')),
    reason: null,
    titles: ['Returns'],
  },
  {
    name: 'line feeds alone',
    script: answerWith(feedOf([read('Feeds')]).replaceAll('\r', '')),
    reason: null,
    titles: ['Feeds'],
  },
  {
    name: 'every line ended twice',
    script: answerWith(feedOf([read('Twice')]).replaceAll('\r\n', '\r\r\n')),
    reason: null,
    titles: ['Twice'],
  },
  { name: 'NULs', script: whole([read('N\0U\0L')]), reason: null, titles: ['NUL'] },
  {
    name: 'no UIDs',
    script: whole(['One', 'Two'].map((title) => feedEvent({ uid: null, title }))),
    reason: null,
    titles: ['One', 'Two'],
  },
  {
    name: 'one UID for everything',
    script: whole(
      [1, 2, 3].map((day) => feedEvent({ uid: 'kept', title: `Day ${day}`, start: `:2026120${day}T100000Z` })),
    ),
    reason: null,
    titles: ['Day 1', 'Day 2', 'Day 3'],
  },
  {
    name: 'versions of one event',
    script: whole([
      feedEvent({ uid: 'kept', title: 'Old', more: ['SEQUENCE:1'] }),
      feedEvent({ uid: 'kept', title: 'New', start: ':20261202T100000Z', more: ['SEQUENCE:10'] }),
      feedEvent({ uid: 'kept', title: 'Older', start: ':20261203T100000Z' }),
    ]),
    reason: null,
    titles: ['New'],
  },
  {
    name: 'a UID of ten thousand characters',
    script: whole([feedEvent({ uid: 'u'.repeat(10_000), title: 'Long' })]),
    reason: null,
    titles: ['Long'],
  },
  {
    name: 'an event that cannot be read between two that can',
    script: whole([
      read('Before'),
      event(['UID:bad', 'DTSTART:20269999']),
      feedEvent({ uid: 'after', title: 'After' }),
    ]),
    reason: null,
    titles: ['After', 'Before'],
  },
  {
    name: 'a known event that cannot be read any more',
    script: whole([event(['UID:kept', 'DTSTART:never']), feedEvent({ uid: 'other', title: 'Other' })]),
    reason: null,
    titles: [KEPT, 'Other'],
  },
  {
    name: 'an event without an end',
    script: whole([`BEGIN:VEVENT\r\nUID:kept\r\nSUMMARY:Open`, feedEvent({ uid: 'other', title: 'Other' })]),
    reason: null,
    titles: [KEPT, 'Other'],
  },
  {
    name: 'a calendar within the calendar',
    script: whole([feedOf([read('Nested')]).trimEnd()]),
    reason: null,
    titles: ['Nested'],
  },
  {
    name: 'another calendar after the first',
    script: answerWith(feedOf([read('First')]) + feedOf([feedEvent({ uid: 'second', title: 'Second' })])),
    reason: null,
    titles: ['First', 'Second'],
  },
  {
    name: 'gzip',
    script: packed(gzipSync(feedOf([read('Packed')])), 'gzip'),
    reason: null,
    titles: ['Packed'],
  },
  {
    name: 'a calendar that says it is a picture',
    script: answerWith(feedOf([read('Picture')]), { headers: { 'content-type': 'image/png' } }),
    reason: null,
    titles: ['Picture'],
  },
  {
    name: 'an event of the year 9999',
    script: whole([feedEvent({ uid: 'kept', title: 'Far', start: ':99991231T235959Z' })]),
    reason: null,
    titles: ['Far'],
  },
  {
    name: 'a rule that never comes to an end',
    script: whole([read('Rule').replace('END:VEVENT', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\r\nEND:VEVENT')]),
    reason: null,
    titles: ['Rule'],
  },
]
