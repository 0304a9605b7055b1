import type { HomeSignIn } from '../data/types'

/** As DAVx⁵ takes it from codes and links (its manual, "Integration"); over plain http it has another scheme. */
export function davx5Address({ serverUrl, username, appPassword }: HomeSignIn): string {
  const { protocol, host, pathname } = new URL(serverUrl)
  const scheme = protocol === 'https:' ? 'davx5' : 'caldav'
  return `${scheme}://${encodeURIComponent(username)}:${encodeURIComponent(appPassword)}@${host}${pathname}`
}
