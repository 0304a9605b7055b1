/**
 * The key of a resource: its absolute path, percent-decoded. Servers spell one path in several ways (`@` and `%40`,
 * `%c3` and `%C3`), and some answer with whole URLs; only the path counts, so that nothing leads to another host.
 */
export function pathKey(href: string, base: string): string {
  if (!URL.canParse(href, base)) return href
  const { pathname } = new URL(href, base)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The URL of a key on the server of `base`. */
export function urlOfKey(key: string, base: string): string {
  return new URL(encodeKey(key), base).href
}

/** A key as an absolute path for a request or a multiget. A leading `//` would name another host. */
export function encodeKey(key: string): string {
  return `/${key.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')}`
}

/**
 * The URL of a key for a `Destination` (RFC 4918 10.3), with no more escaped than must be: Radicale 3.1 takes it as it
 * stands, and would look for a collection whose name has `%40` in it.
 */
export function destinationUrl(key: string, base: string): string {
  const path = encodeURI(key.replace(/^\/+/, '')).replace(/[?#]/g, encodeURIComponent)
  return new URL(`/${path}`, base).href
}

/** Collections are named with and without the slash at the end. */
export const withoutSlash = (key: string) => key.replace(/\/+$/, '')
