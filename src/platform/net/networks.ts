import { BlockList, isIP } from 'node:net'
import { normalAddress } from './address'

/** Addresses and networks that an operator has named. */
export type Networks = BlockList

export const EXPECTED_NETWORKS =
  'addresses or networks (CIDR), several with commas between them (127.0.0.1, 172.30.33.0/24, fd00::/64)'

const PREFIX = /^\d{1,3}$/

/**
 * Reads addresses and CIDR networks (RFC 4632, RFC 4291 2.3) with commas between them. Null when one is malformed, and
 * for a network of all addresses: nobody means that.
 */
export function parseNetworks(text: string): Networks | null {
  const networks = new BlockList()
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  return entries.every((entry) => add(networks, entry)) && entries.length > 0 ? networks : null
}

/** Whether an address, in its normal form, lies in one of them. */
export function includes(networks: Networks, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function add(networks: Networks, entry: string): boolean {
  const [text = '', prefix, ...more] = entry.split('/')
  const address = text.includes('%') ? null : normalAddress(text)
  if (address === null || more.length > 0) return false
  const isIpv4 = isIP(address) === 4
  const type = isIpv4 ? 'ipv4' : 'ipv6'
  if (prefix === undefined) {
    networks.addAddress(address, type)
    return true
  }
  // A network is written as what it is: an IPv4 one inside IPv6 would have another length.
  if ((isIpv4 && isIP(text) === 6) || !PREFIX.test(prefix)) return false
  const length = Number(prefix)
  if (length < 1 || length > (isIpv4 ? 32 : 128)) return false
  networks.addSubnet(address, length, type)
  return true
}
