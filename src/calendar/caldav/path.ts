import { sha256Hex } from '../../platform/crypto/sha256'

/** No server accepts longer ones in a request. */
const MAX_HREF_LENGTH = 16 * 1024

/** Characters of an object's key that the cache holds; objects with longer ones are not cached. */
export const MAX_KEY_LENGTH = 2048

/** Begins the key of a path that is no UTF-8, before its slash; every other one begins with the slash. */
const AS_IT_STANDS = '%'

/**
 * The key of a resource: its absolute path, percent-decoded. Servers spell one path in several ways (`@` and `%40`,
 * `%c3` and `%C3`), and some answer with whole URLs; only the path counts, so that nothing leads to another host. A path
 * that is no UTF-8 stays encoded, behind a mark: `/caf%E9` has the key `%/caf%E9`, `/caf%25E9` the key `/caf%E9`.
 */
export function pathKey(href: string, base: string): string {
  const url = href.length > MAX_HREF_LENGTH ? null : URL.parse(href, base)
  // Half a character could be neither asked for nor stored.
  if (url === null) return href.toWellFormed()
  // A % that escapes nothing stands for itself.
  const path = url.pathname.replace(/%(?![\da-f]{2})/gi, '%25')
  try {
    return decodeURIComponent(path)
  } catch {
    return AS_IT_STANDS + path.replace(/%../g, (each) => each.toUpperCase())
  }
}

/** The URL of a key on the server of `base`. */
export function urlOfKey(key: string, base: string): string {
  return new URL(encodeKey(key), base).href
}

/** A key as an absolute path for a request or a multiget. A leading `//` would name another host. */
export function encodeKey(key: string): string {
  return encoded(key, (path) => path.split('/').map(encodeURIComponent).join('/'))
}

/** Names an object in the log, since paths hold people's addresses: the first 16 hex digits of SHA-256. */
export function digestOf(key: string): string {
  return sha256Hex(key).slice(0, 16)
}

/**
 * The URL of a key for a `Destination` (RFC 4918 10.3), with no more escaped than must be: Radicale 3.1 takes it as it
 * stands, and would look for a collection whose name has `%40` in it.
 */
export function destinationUrl(key: string, base: string): string {
  const path = encoded(key, (all) => encodeURI(all).replace(/[?#]/g, encodeURIComponent))
  return new URL(path, base).href
}

function encoded(key: string, encode: (path: string) => string): string {
  const path = key.startsWith(`${AS_IT_STANDS}/`) ? key.slice(AS_IT_STANDS.length) : encode(key)
  return `/${path.replace(/^\/+/, '')}`
}

/** Collections are named with and without the slash at the end. */
export function withoutSlash(key: string): string {
  let end = key.length
  while (key[end - 1] === '/') end--
  return key.slice(0, end)
}
