import { isIP, isIPv4 } from 'node:net'
import { isPublicAddress } from './address'
import type { Dns } from './dns'

/** The name leads to an address that is not public, or the URL is not https. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError'
}

/** How to reach a URL at an address that has been checked. */
export interface PinnedTarget {
  url: string
  headers: Record<string, string>
  tls: { serverName?: string }
}

/**
 * Resolves the host, checks every address of it, and names the one to connect to. The connection then goes to that very
 * address, so that a second lookup cannot lead elsewhere (DNS rebinding); certificate and Host header keep the name.
 * Needed anew for each connection. @throws ForbiddenAddressError, and what `dns` throws
 */
export async function pinPublicAddress(url: URL, dns: Dns): Promise<PinnedTarget> {
  if (url.protocol !== 'https:') throw new ForbiddenAddressError('not an https address')
  return pinAddress(url, dns)
}

/** The same whether the connection is encrypted or not: for what carries no password of ours. */
export async function pinAddress(url: URL, dns: Dns): Promise<PinnedTarget> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLiteral = isIP(host) !== 0
  const addresses = isLiteral ? [host] : await dns.addresses(host)
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
    throw new ForbiddenAddressError('not a public address')
  }
  // IPv4 first: many containers have an IPv6 address of the server but no route to it.
  const address = addresses.find(isIPv4) ?? addresses[0]!
  const pinned = new URL(url)
  pinned.hostname = isIPv4(address) ? address : `[${address}]`
  return { url: pinned.href, headers: { host: url.host }, tls: isLiteral ? {} : { serverName: host } }
}

/** The URL without a check: for addresses that the operator has set, and for development. */
export const asItStands = async (url: URL): Promise<PinnedTarget> => ({ url: url.href, headers: {}, tls: {} })
