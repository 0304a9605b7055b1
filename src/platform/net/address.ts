import { BlockList, isIP } from 'node:net'

/** Addresses that are not on the public internet (RFC 6890 and the registries behind it). */
const NOT_PUBLIC_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Inside 2000::/3, the only part of IPv6 that is public: protocol assignments, documentation, 6to4. */
const NOT_PUBLIC_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notPublic = new BlockList()
for (const [address, prefix] of NOT_PUBLIC_IPV4) notPublic.addSubnet(address, prefix, 'ipv4')
for (const [address, prefix] of NOT_PUBLIC_IPV6) notPublic.addSubnet(address, prefix, 'ipv6')
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address is on the public internet: not loopback, private, link-local, shared (CGNAT), multicast or
 * reserved. IPv6 forms that carry an IPv4 address (mapped, 6to4, NAT64) are not public, whatever they carry.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4')
    case 6:
      return publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    default:
      return false
  }
}

const MAPPED_IPV4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/**
 * An IP address in its one form (RFC 5952), without a zone; an IPv4 address inside an IPv6 address as the former. Null
 * for anything else.
 */
export function normalAddress(text: string): string | null {
  const address = text.replace(/%.*$/s, '')
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = MAPPED_IPV4.exec(compressed)
  if (mapped === null) return compressed
  const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16)) as [number, number]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * What one sender is known by: an IPv4 address, also one inside an IPv6 address; of IPv6 the first 64 bits, since a
 * single connection commonly has all the rest (RFC 6177). Anything else as it is.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped !== null) return mapped[1]!
  const [before = '', after] = address.toLowerCase().split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
