import type { ConfigReader } from './config-reader'

/** The household's own CalDAV server, on which the service makes accounts. */
export interface HomeSettings {
  /** Where the service reaches it; ends in a slash. */
  url: string
  /** The same for everybody else: phones and other computers. */
  publicUrl: string
  /** The htpasswd file that names its users. */
  usersFile: string
}

/** What HOME_CALDAV_* say; null: there is no such server. */
export function readHomeSettings({ text, url, expect }: ConfigReader): HomeSettings | null {
  const homeUrl = url('HOME_CALDAV_URL', "the http or https URL of the household's own CalDAV server")
  const publicUrl = url('HOME_CALDAV_PUBLIC_URL', 'the http or https URL at which phones reach that server')
  const usersFile = text('HOME_CALDAV_USERS')
  if (homeUrl !== null && usersFile === null) {
    expect('HOME_CALDAV_USERS', 'the htpasswd file with the users of that server (HOME_CALDAV_URL is set)')
  }
  if (usersFile !== null && text('HOME_CALDAV_URL') === null) {
    expect('HOME_CALDAV_URL', "the http or https URL of the household's own CalDAV server (HOME_CALDAV_USERS is set)")
  }
  if (homeUrl === null || usersFile === null) return null
  return { url: asFolder(homeUrl), publicUrl: asFolder(publicUrl ?? homeUrl), usersFile }
}

/** The address with a slash at the end of its path, without a name, password, query or fragment. */
function asFolder(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname.replace(/\/*$/, '/')}`
}
