import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type Connection, connect, getObjects, listEtags } from '../../../src/calendar/caldav/client'
import { askMultistatus } from '../../../src/calendar/caldav/multistatus-request'
import { type RawServer, type Script, startRawServer } from '../../support/raw-server'
import { rejectionOf } from '../../support/rejection'
import { edgeContext } from './edge'

const ONE = `<multistatus xmlns="DAV:"><response><href>/1.ics</href><propstat><prop><getetag>"1"</getetag></prop>
<status>HTTP/1.1 200 OK</status></propstat></response>${'<!-- as long as a real one -->'.repeat(100)}</multistatus>`

const COLLECTION = `<multistatus xmlns="DAV:"><response><href>/</href><propstat><prop><resourcetype><collection/></resourcetype>
</prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`

let script: Script
let server: RawServer
let ada: Connection
let asked: string

beforeAll(async () => {
  server = await startRawServer(() => async (wire, head) => {
    asked = head
    await script(wire, head)
  })
  const account = { username: 'ada', password: 'ada-app-password', homeUrl: server.url }
  ada = connect(edgeContext(server.url), account, { timeoutMs: 50_000 })
})
afterAll(() => server.stop())

/** Answers with a body, its length given, and these headers. */
const answers =
  (body: Uint8Array, headers: string[] = [], { status = 207, length = body.length } = {}): Script =>
  (wire) => {
    const head = [`HTTP/1.1 ${status} x`, 'content-type: text/xml', `content-length: ${length}`, ...headers, '', '']
    return wire.write(Buffer.concat([Buffer.from(head.join('\r\n')), body]))
  }
const inChunks =
  (pieces: Uint8Array[], headers: string[], isCut = false): Script =>
  async (wire) => {
    await wire.write(
      ['HTTP/1.1 207 x', 'content-type: text/xml', 'transfer-encoding: chunked', ...headers, '', ''].join('\r\n'),
    )
    for (const piece of pieces) await wire.chunk(piece)
    if (isCut) wire.cut()
    else await wire.write('0\r\n\r\n')
  }
const encoded = (encoding: string) => [`content-encoding: ${encoding}`]

const list = () => listEtags(ada, server.url)
const plain = Buffer.from(ONE)
const zipped = gzipSync(ONE)

describe('an answer is unpacked by us', () => {
  test('what we can unpack is what we ask for', async () => {
    script = answers(plain)
    await list()
    expect(asked).toMatch(/^accept-encoding: gzip\r$/im)
  })

  test.each<[string, Script]>([
    ['as it is', answers(plain)],
    ['that says so', answers(plain, encoded('identity'))],
    ['gzip', answers(zipped, encoded('gzip'))],
    ['gzip by its old name', answers(zipped, encoded('x-gzip'))],
    ['gzip in capitals', answers(zipped, encoded('GZIP'))],
    ['gzip beside identity', answers(zipped, [...encoded('gzip'), ...encoded('identity')])],
    ['gzip in chunks', inChunks([zipped.subarray(0, 5), zipped.subarray(5, 20), zipped.subarray(20)], encoded('gzip'))],
    [
      'two members of gzip',
      answers(Buffer.concat([gzipSync(ONE.slice(0, 50)), gzipSync(ONE.slice(50))]), encoded('gzip')),
    ],
  ])('%s', async (_case, answer) => {
    script = answer
    expect(await list()).toEqual([{ href: '/1.ics', etag: '"1"' }])
  })

  test.each<[string, Script, 'malformed' | 'network']>([
    ['deflate', answers(deflateSync(ONE), encoded('deflate')), 'malformed'],
    ['brotli', answers(brotliCompressSync(ONE), encoded('br')), 'malformed'],
    ['zstd', answers(zstdCompressSync(ONE), encoded('zstd')), 'malformed'],
    ['gzip twice', answers(gzipSync(zipped), encoded('gzip, gzip')), 'malformed'],
    ['an encoding that nobody knows', answers(plain, encoded('rot13')), 'malformed'],
    ['gzip that is none', answers(plain, encoded('gzip')), 'malformed'],
    ['gzip without an end', answers(zipped.subarray(0, -9), encoded('gzip')), 'malformed'],
    ['gzip with a wrong checksum', answers(withWrongChecksum(), encoded('gzip')), 'malformed'],
    ['gzip with something behind it', answers(Buffer.concat([zipped, plain]), encoded('gzip')), 'malformed'],
    ['gzip of nothing', answers(gzipSync(''), encoded('gzip')), 'malformed'],
    ['nothing as gzip', answers(Buffer.alloc(0), encoded('gzip')), 'malformed'],
    ['gzip in chunks that end too early', inChunks([zipped.subarray(0, 20)], encoded('gzip'), true), 'network'],
    ['gzip that says to be shorter', answers(zipped, encoded('gzip'), { length: zipped.length - 9 }), 'malformed'],
  ])('%s is no answer', async (_case, answer, kind) => {
    script = answer
    expect(await rejectionOf(list())).toMatchObject({ kind })
  })

  function withWrongChecksum() {
    const bytes = Buffer.from(zipped)
    bytes[bytes.length - 6]! ^= 1
    return bytes
  }
})

describe('the page of a refusal says nothing, and its status everything', () => {
  test.each<[string, Script]>([
    ['in an encoding that we do not unpack', answers(brotliCompressSync('no'), encoded('br'), { status: 403 })],
    ['that is larger than anyone reads', answers(Buffer.alloc(200_000, 'x'), [], { status: 403 })],
    ['that breaks off', (wire) => wire.write('HTTP/1.1 403 x\r\ncontent-length: 100\r\n\r\nno').then(wire.cut)],
    ['that is no UTF-8', answers(Buffer.from([0xff, 0xfe, 0xc0]), [], { status: 403 })],
  ])('%s', async (_case, answer) => {
    script = answer
    expect(await rejectionOf(list())).toMatchObject({ kind: 'status', status: 403 })
  })
})

describe('an object that a GET brings', () => {
  const textOf = (notes: string) =>
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDESCRIPTION:${notes}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  /** By a server that knows no multiget. */
  const brought = (text: string) => {
    const replies: Record<string, Script> = {
      REPORT: answers(Buffer.alloc(0), [], { status: 404 }),
      PROPFIND: answers(Buffer.from(COLLECTION)),
      GET: answers(gzipSync(text), [...encoded('gzip'), 'etag: W/"1"'], { status: 200 }),
    }
    script = (wire, head) => replies[head.split(' ')[0] ?? '']!(wire, head)
    return getObjects(ada, server.url, ['/1.ics'])
  }

  test('is unpacked too', async () => {
    const data = textOf('short')
    expect((await brought(data)).objects).toEqual([{ href: '/1.ics', etag: '"1"', data }])
  })

  test('is left aside where it is longer than any database column', async () => {
    const { objects, unreadable } = await brought(textOf('x'.repeat(16 * 1024 * 1024)))
    expect({ objects, unreadable }).toEqual({ objects: [], unreadable: ['/1.ics'] })
  })
})

describe('too large an answer is not read to its end', () => {
  const HUNDRED_MB = 100 * 1024 * 1024
  test.each<[string, Script]>([
    [
      'plain',
      inChunks(
        Array.from({ length: 100 }, () => Buffer.alloc(1024 * 1024, 'x')),
        [],
      ),
    ],
    ['packed', answers(gzipSync(Buffer.alloc(HUNDRED_MB, ' ')), encoded('gzip'))],
  ])('%s', async (_case, answer) => {
    script = answer
    expect(await listEtags(ada, server.url).catch((error) => error)).toMatchObject({ kind: 'too-large' })
  })

  test.each<[string, string]>([
    ['two megabytes about one resource', `<!-- ${'x'.repeat(2 * 1024 * 1024)} -->${ONE}`],
    ['11,000 elements about one resource', `<multistatus xmlns="DAV:">${'<x/>'.repeat(11_000)}</multistatus>`],
  ])('%s', async (_case, text) => {
    script = answers(Buffer.from(text))
    const about = { url: server.url, root: 'd:propfind', content: { 'd:prop': { 'd:resourcetype': {} } } }
    expect(await rejectionOf(askMultistatus(ada, { ...about, method: 'PROPFIND', depth: '0' }))).toMatchObject({
      kind: 'too-large',
    })
    expect((await askMultistatus(ada, { ...about, method: 'PROPFIND', depth: '1' })).responses).toBeArray()
  })
})
