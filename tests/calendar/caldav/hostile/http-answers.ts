import type { Script, Wire } from '../../../support/raw-server'
import { CHUNKED, endless, five, head, MB, multistatus, numbered, ONE, type Row, raw, repeat, whole, XML } from './http'

const DRIP_MS = 20
const FILLING = Buffer.alloc(64 * 1024, 'x')
const lengthOf = (length: number) => `content-length: ${length}`
/** For answers that never end: whoever waits has to give up. */
const ENDLESS = { patienceMs: 300 }
/** The head has to be there before, on a busy machine, too. */
const ENDLESS_PAGE = { patienceMs: 2000 }
const REFUSED = { probe: 'refused' } as const

const LENGTHS: Row[] = [
  ['a length that is too long', thenCut(head([XML, lengthOf(ONE.length + 9)]) + ONE), 'network'],
  ['a length that is too short', raw(() => head([XML, lengthOf(ONE.length - 9)]) + ONE), 'malformed'],
  ['a length beyond everything', raw(() => head([XML, lengthOf(999_999_999_999_999)]) + ONE), 'network', ENDLESS],
  ['a length below zero', raw(() => head([XML, lengthOf(-5)]) + ONE), 'network'],
  ['two lengths', raw(() => head([XML, lengthOf(5), lengthOf(ONE.length)]) + ONE), 'network'],
  ['a body without end', (wire) => endless(wire, FILLING), 'too-large'],
  ['elements until the connection ends', thenCut(head([XML]) + multistatus(five('<b/>'))), 'too-large'],
  ['a chunk of absurd size', raw(() => `${head([XML, CHUNKED])}7fffffffffffffff\r\n${ONE}`), 'network', ENDLESS],
  ['a chunk that is none', raw(() => `${head([XML, CHUNKED])}zz\r\n${ONE}`), 'network'],
  ['a header of two megabytes', raw(() => head([XML, `x: ${'x'.repeat(2 * MB)}`, lengthOf(5)]) + ONE), 'network'],
  ['20,000 headers', raw(() => head([XML, `${numbered(20_000, (n) => `x-${n}: 1\r\n`)}x: 1`]) + ONE), 'network'],
  ['headers without end', forEver('HTTP/1.1 207 x\r\n', `x: ${'x'.repeat(1000)}\r\n`), 'network'],
]

const SLOW: Row[] = [
  ['silence', () => {}, 'network', ENDLESS],
  ['a head, then silence', raw(() => head([XML, CHUNKED])), 'network', ENDLESS],
  ['half an answer, then silence', raw(() => head([XML, lengthOf(ONE.length)]) + ONE.slice(0, 99)), 'network', ENDLESS],
  ['a body that drips', drip(head([XML, lengthOf(99_999)])), 'network', ENDLESS],
  ['a head that drips', drip('HTTP/1.1 207 x\r\nx: '), 'network', ENDLESS],
  ['a refusal whose page drips', drip(head([lengthOf(99_999)], '503 x')), 'status', ENDLESS_PAGE],
]

const redirect = (location: string, status = '302 x') => whole(() => '', [`location: ${location}`], status)

const REDIRECTS: Row[] = [
  ['a redirect in a circle', (wire, asked) => redirect(asked.split(' ')[1]!)(wire, asked), 'status', REFUSED],
  ['five redirects', hops(5), 1, REFUSED],
  ['six redirects', hops(6), 'status', REFUSED],
  ['a redirect to another host', redirect('https://elsewhere.example/'), 'status', REFUSED],
  ['a redirect to another port of this machine', redirect('http://127.0.0.1:1/'), 'status', REFUSED],
  ['a redirect to a file', redirect('file:///etc/passwd'), 'status', REFUSED],
  ['a redirect to nowhere', whole(() => '', [], '301 x'), 'status', REFUSED],
  ['a redirect that means GET', redirect('/', '303 x'), 'status', REFUSED],
]

const asking = (challenge: string) => whole(() => '', [`www-authenticate: ${challenge}`], '401 x')

const STATUSES: Row[] = [
  ['a refusal with an endless page', (wire) => endless(wire, FILLING, [], '503 x'), 'status'],
  ['a busy server that wants a year', whole(() => '', ['retry-after: 31536000'], '429 x'), 'status'],
  ['a thousand schemes to sign in by', asking(`${numbered(1000, (n) => `S${n} a="b", `)}Basic`), 'status', REFUSED],
  ['a challenge of quotes', asking(`Digest a="${'\\"'.repeat(4000)}`), 'unknown-sign-in', REFUSED],
  ['nonces that are never fresh', asking('Digest realm="x", nonce="y", stale=true'), 'status', REFUSED],
  ['5,000 interim answers', raw(() => `${'HTTP/1.1 100 x\r\n\r\n'.repeat(5000)}${good()}`), 1, REFUSED],
  ['a status beyond 599', whole(() => ONE, [], '999 x'), 'status'],
  ['what is no HTTP', raw(() => repeat('\u0016\u0003\u0001', 64 * 1024)), 'network'],
  ['a line that never ends', raw(() => 'x'.repeat(2 * MB)), 'network'],
  ['a closed connection', (wire) => wire.cut(), 'network'],
]

/** Answers whose text is not the trouble. */
export const HTTP_ROWS: Row[] = [...LENGTHS, ...SLOW, ...REDIRECTS, ...STATUSES]

function good(): string {
  return head([XML, lengthOf(ONE.length)]) + ONE
}

function thenCut(text: string): Script {
  return async (wire) => {
    await wire.write(text)
    wire.cut()
  }
}

function forEver(first: string, then: string): Script {
  return async (wire: Wire) => {
    await wire.write(first)
    while (wire.isOpen) await wire.write(then)
  }
}

function drip(first: string): Script {
  return async (wire) => {
    await wire.write(first)
    while (wire.isOpen) {
      await wire.write('x')
      await Bun.sleep(DRIP_MS)
    }
  }
}

/** So many redirects on the same server, then an answer. */
function hops(count: number): Script {
  return (wire, asked) => {
    const { pathname, search } = new URL(asked.split(' ')[1]!, 'http://x')
    const hop = Number(search.slice(1))
    return hop === count ? wire.write(good()) : redirect(`${pathname}?${hop + 1}`)(wire, asked)
  }
}
