import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { ConfigError, readConfig } from '../../src/platform/config'
import { normalAddress } from '../../src/platform/net/address'
import { clientAddress } from '../../src/platform/net/client-address'
import { includes, parseNetworks } from '../../src/platform/net/networks'
import { databaseVariables } from '../support/service'

const PROXY = '10.0.0.1'
const TRUSTED = parseNetworks(`${PROXY}, 172.30.33.0/24, fd00:1::/64, ::ffff:127.0.0.1`)
const from = (peer: string | undefined, headers: Record<string, string> = {}) =>
  clientAddress(peer, new Headers(headers), TRUSTED)
const named = (headers: Record<string, string>) => from(PROXY, headers)

describe('where a request comes from', () => {
  const peers: [string, string | undefined, Record<string, string>, string][] = [
    ['nobody is known', undefined, { 'x-forwarded-for': '192.0.2.7' }, ''],
    ['a stranger who says nothing', '192.0.2.7', {}, '192.0.2.7'],
    ['a stranger who claims another address', '192.0.2.7', { 'x-forwarded-for': '198.51.100.1' }, '192.0.2.7'],
    ['the same by the standard’s header', '192.0.2.7', { forwarded: 'for=198.51.100.1' }, '192.0.2.7'],
    ['a neighbour of the proxy', '10.0.0.2', { 'x-forwarded-for': '198.51.100.1' }, '10.0.0.2'],
    ['a trusted proxy that says nothing', PROXY, {}, PROXY],
    ['a trusted proxy', PROXY, { 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'],
    ['the same, inside an IPv6 address', `::ffff:${PROXY}`, { 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'],
    ['the same in hex', '::ffff:a00:1', { 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'],
    ['a proxy named inside an IPv6 address', '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'],
    ['a proxy in a trusted network', '172.30.33.9', { 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'],
    ['a proxy in a trusted IPv6 network', 'fd00:1::9', { 'x-forwarded-for': '2001:DB8:0:0::7' }, '2001:db8::7'],
    ['the same with its zone', 'fd00:1::9%eth0', { 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'],
    ['a network beside it', 'fd00:1:0:1::9', { 'x-forwarded-for': '192.0.2.7' }, 'fd00:1:0:1::9'],
  ]
  test.each(peers)('%s', (_, peer, headers, address) => expect(from(peer, headers)).toBe(address))

  test('nobody is believed where no proxy is trusted', () => {
    expect(clientAddress('::ffff:127.0.0.1', new Headers({ 'x-forwarded-for': '192.0.2.7' }), null)).toBe('127.0.0.1')
  })
})

describe('what X-Forwarded-For names', () => {
  const lists: [string, string, string][] = [
    ['what a client has forged stands further left', '198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['trusted proxies are passed', '198.51.100.1, 192.0.2.7, 172.30.33.2, 172.30.33.3', '192.0.2.7'],
    ['nothing but trusted proxies: the farthest', '172.30.33.2,172.30.33.3', '172.30.33.2'],
    ['a port', '192.0.2.7:4711', '192.0.2.7'],
    ['IPv6', '2001:db8::7', '2001:db8::7'],
    ['IPv6 in brackets', '[2001:db8::7]', '2001:db8::7'],
    ['IPv6 with a port', '[2001:db8::7]:4711', '2001:db8::7'],
    ['IPv4 inside IPv6', '::ffff:192.0.2.7', '192.0.2.7'],
    ['IPv4 inside IPv6, in hex, with a port', '[::FFFF:c000:207]:1', '192.0.2.7'],
    ['blanks', ' \t192.0.2.7 ', '192.0.2.7'],
    ['malformed: the proxy itself is certain', '192.0.2.7, 192.0.2.999', PROXY],
    ['malformed behind a second proxy: that one is', '192.0.2.7, what?, 172.30.33.2', '172.30.33.2'],
    ['an empty place', '192.0.2.7,', PROXY],
    ['an octal number', '192.0.02.7', PROXY],
    ['a name', 'client.example.org', PROXY],
    ['unknown', 'unknown', PROXY],
    ['no address at all', '', PROXY],
    ['IPv6 with half a bracket', '[2001:db8::7', PROXY],
    ['a very long one', `${'1'.repeat(10_000)}, 192.0.2.7`, '192.0.2.7'],
  ]
  test.each(lists)('%s: %s', (_, list, address) => expect(named({ 'x-forwarded-for': list })).toBe(address))

  test('in two lines: the lower one is the nearer', () => {
    const headers = new Headers([
      ['x-forwarded-for', '198.51.100.1'],
      ['x-forwarded-for', '192.0.2.7'],
    ])
    expect(clientAddress(PROXY, headers, TRUSTED)).toBe('192.0.2.7')
  })
})

describe('what Forwarded names (RFC 7239)', () => {
  const lists: [string, string, string][] = [
    ['an address', 'for=192.0.2.43', '192.0.2.43'],
    ['with a port, quoted', 'for="192.0.2.43:47011"', '192.0.2.43'],
    ['IPv6', 'For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['among others', 'for=192.0.2.60;proto=http; by=203.0.113.43', '192.0.2.60'],
    ['after others', 'proto=https;by="_gate";For=192.0.2.60', '192.0.2.60'],
    ['several proxies', 'for=198.51.100.1, for=192.0.2.43, for=172.30.33.2', '192.0.2.43'],
    ['hidden', 'for=_gazonk', PROXY],
    ['unknown', 'for=192.0.2.43, for=unknown', PROXY],
    ['nobody', 'proto=https', PROXY],
    ['two at once', 'for=192.0.2.43;for=192.0.2.44', PROXY],
    ['no pair', '192.0.2.43', PROXY],
    ['quotes that a client has left open', 'for="198.51.100.1, for=192.0.2.43', '192.0.2.43'],
    ['quotes that a client has opened over the proxy’s', 'for="198.51.100.1, for="192.0.2.43"', '192.0.2.43'],
    ['quotes that never close', 'for="192.0.2.43', PROXY],
  ]
  test.each(lists)('%s: %s', (_, forwarded, address) => expect(named({ forwarded })).toBe(address))

  test('counts only where the header that proxies commonly write is missing', () => {
    expect(named({ forwarded: 'for=198.51.100.1', 'x-forwarded-for': '192.0.2.7' })).toBe('192.0.2.7')
  })
})

describe('networks that an operator names', () => {
  const inside: [string, string, boolean][] = [
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['192.0.2.7/32', '192.0.2.7', true],
    ['192.0.2.7/32', '192.0.2.8', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/127', '2001:db8::2', false],
    ['::1', '::1', true],
    ['::1', '0.0.0.1', false],
    [' 127.0.0.1 , ::1 ,', '127.0.0.1', true],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['10.0.0.0/8', '', false],
    ['10.0.0.0/8', 'localhost', false],
  ]
  test.each(inside)('%s has %s: %p', (text, address, isInside) => {
    expect(includes(parseNetworks(text)!, address)).toBe(isInside)
  })

  const KNOWN = {
    ...databaseVariables({ host: 'h', port: 1, user: 'u', password: 'p', name: 'n' }),
    APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32),
    LOCAL_SESSION_SECRET: 's'.repeat(32),
  }
  test.each([
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0/8',
    '127.0.0.1:80',
    '[::1]',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/104',
    '127.0.0.1 ::1',
    ',',
  ])('TRUSTED_PROXIES %p is refused', (given) => {
    const read = () => readConfig({ ...KNOWN, TRUSTED_PROXIES: given })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/^TRUSTED_PROXIES: addresses or networks/)
  })

  test.each([undefined, '', ' '])('TRUSTED_PROXIES %p is nobody', (given) => {
    expect(readConfig({ ...KNOWN, TRUSTED_PROXIES: given }).trustedProxies).toBeNull()
  })
})

test.each([
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::ffff:255.255.255.255', '255.255.255.255'],
  ['::ffff:0:0', '0.0.0.0'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1.2.3.4', '::102:304'],
  ['1.2.3', null],
  ['', null],
])('%s is written %p', (text, address) => expect(normalAddress(text)).toBe(address))

test('no other file reads what proxies say of addresses', async () => {
  const root = join(import.meta.dir, '../../src')
  const readers = []
  for await (const path of new Glob('**/*.ts').scan(root)) {
    const source = await Bun.file(join(root, path)).text()
    if (/get\(['"`](x-forwarded-for|forwarded|x-real-ip|cf-connecting-ip)/i.test(source)) readers.push(path)
  }
  expect(readers).toEqual(['platform/net/client-address.ts'])
})
