import { isIP } from 'node:net'
import type { Config } from '../../platform/config'
import { isPublicAddress } from '../../platform/net/address'

type Allowing = Pick<Config, 'subscriptionsAllow'>

const MAX_HOST_LENGTH = 253
/** RFC 6761 6.3: these names are never anybody else's. */
const LOOPBACK_NAME = /(^|\.)localhost\.?$/i

/**
 * The address of a feed as a person gives it: http, https or webcal, which means https, and http for a host that the
 * operator allows. Null: it is none.
 */
export function feedUrl(text: string, config: Allowing): URL | null {
  const given = text.trim()
  const url = parsed(given.replace(/^webcal:/i, 'https:'))
  if (url === null || !isWebUrl(url) || url.hostname.length > MAX_HOST_LENGTH) return null
  const plain = /^webcal:/i.test(given) ? parsed(given.replace(/^webcal:/i, 'http:')) : null
  return plain !== null && isAllowed(plain, config) ? plain : url
}

const parsed = (text: string) => (URL.canParse(text) ? new URL(text) : null)

export const isWebUrl = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'

/** Whether the operator lets subscriptions reach this very host and port. */
export function isAllowed({ protocol, hostname, port }: URL, { subscriptionsAllow }: Allowing): boolean {
  const standard = protocol === 'https:' ? '443' : '80'
  return subscriptionsAllow.includes(`${hostname}:${port || standard}`)
}

/** Whether it is clear without asking anybody that the address is not a public one, nor one that is allowed. */
export function isForbidden(url: URL, config: Allowing): boolean {
  if (isAllowed(url, config)) return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? LOOPBACK_NAME.test(host) : !isPublicAddress(host)
}
