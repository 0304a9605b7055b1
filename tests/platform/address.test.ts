import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { isPublicAddress, networkOf } from '../../src/platform/net/address'
import type { Dns } from '../../src/platform/net/dns'
import { ForbiddenAddressError, pinPublicAddress } from '../../src/platform/net/pin'
import { rejectionOf } from '../support/rejection'
import { servers } from '../support/servers'

describe('an address is public', () => {
  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a02::1',
    '2001:200::1',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('an address is not public', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['shared (CGNAT)', '100.64.0.1'],
    ['shared (CGNAT)', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, cloud metadata', '169.254.169.254'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['documentation', '192.0.2.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.251'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped, in hex', '::ffff:7f00:1'],
    ['IPv4-mapped public', '::ffff:1.1.1.1'],
    ['IPv4-compatible', '::7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['documentation', '2001:db8::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['multicast', 'ff02::1'],
    ['a name', 'example.org'],
    ['nothing', ''],
  ])('%s: %s', (_kind, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('pinning a server to a checked address', () => {
  const resolving = (...addresses: string[]): Dns => ({
    addresses: async () => addresses,
    services: async () => [],
    texts: async () => [],
  })
  const pin = (url: string, dns: Dns) => pinPublicAddress(new URL(url), dns)

  test('the connection goes to the address, certificate and Host keep the name', async () => {
    const target = await pin('https://cal.example.org:8443/dav/?a=b', resolving('93.184.216.34'))
    expect(target).toEqual({
      url: 'https://93.184.216.34:8443/dav/?a=b',
      headers: { host: 'cal.example.org:8443' },
      tls: { serverName: 'cal.example.org' },
    })
  })

  test('IPv4 is preferred, IPv6 used where there is nothing else', async () => {
    const both = await pin('https://cal.example.org/', resolving('2a02::1', '93.184.216.34'))
    expect(both.url).toBe('https://93.184.216.34/')
    const only6 = await pin('https://cal.example.org/', resolving('2a02::1'))
    expect(only6.url).toBe('https://[2a02::1]/')
  })

  test.each([
    ['one private address among public ones', 'https://cal.example.org/', ['93.184.216.34', '10.0.0.1']],
    ['a name for loopback', 'https://localhost/', ['127.0.0.1', '::1']],
    ['a name without addresses', 'https://cal.example.org/', []],
    ['plain http', 'http://cal.example.org/', ['93.184.216.34']],
    ['loopback as it is', 'https://127.0.0.1/', []],
    ['loopback in hex', 'https://0x7f.1/', []],
    ['loopback as one number', 'https://2130706433/', []],
    ['loopback in IPv6', 'https://[::1]/', []],
    ['loopback mapped into IPv6', 'https://[::ffff:127.0.0.1]/', []],
  ])('refused: %s', async (_case, url, addresses) => {
    expect(await rejectionOf(pin(url, resolving(...addresses)))).toBeInstanceOf(ForbiddenAddressError)
  })

  test('every connection asks again: a name that moves to a private address is refused then', async () => {
    const answers = [['93.184.216.34'], ['192.168.0.10']]
    const moving: Dns = { ...resolving(), addresses: async () => answers.shift() ?? [] }
    await pin('https://cal.example.org/', moving)
    expect(await rejectionOf(pin('https://cal.example.org/', moving))).toBeInstanceOf(ForbiddenAddressError)
  })
})

/** What pinning relies on: the runtime checks the certificate against the name, not against the address in the URL. */
test.skipIf(Bun.which('openssl') === null)('a pinned connection proves the server by its name', async () => {
  const folder = await servers.folder('certificate')
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=cal.test', '-addext', 'subjectAltName=DNS:cal.test']
  await Bun.spawn(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject], {
    stdio: ['ignore', 'ignore', 'ignore'],
  }).exited
  const cert = await Bun.file(join(folder, 'cert.pem')).text()
  const key = await Bun.file(join(folder, 'key.pem')).text()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key },
    fetch: (request) => new Response(request.headers.get('host')),
  })
  const url = `https://127.0.0.1:${server.port}/`
  const asNamed = (name: string) => fetch(url, { headers: { host: name }, tls: { ca: cert, serverName: name } })
  expect(await (await asNamed('cal.test')).text()).toBe('cal.test')
  expect(await rejectionOf(asNamed('other.test'))).toBeInstanceOf(Error)
  expect(await (await asNamed('cal.test')).text()).toBe('cal.test')
  await server.stop(true)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('%s is known as %s', (address, network) => expect(networkOf(address)).toBe(network))
