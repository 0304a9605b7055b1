import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { whyNoCyrus } from '../../scripts/local/cyrus'
import { type CalendarProperties, davAt, type EventLines, eventText, mkcalendarBody } from './caldav'
import { servers } from './servers'

/** A kind of CalDAV server that stories are told on, in Ada's name. */
export interface ServerKind {
  name: string
  /** What is missing for it on this machine; null when it can be started. */
  missing: string | null
  /** Starts the run's server of this kind. */
  open(): Promise<{ url: string; storage: string | null }>
  /** Path of Ada's calendar home, with a slash at both ends. */
  home: string
  /** Where a calendar's files are below the storage, for stories of restored backups; null: not by files. */
  filesOf: ((path: string) => string) | null
  /** Whether it takes an event that ends when it starts (RFC 5545 3.6.1 allows it). */
  takesNoLength: boolean
  /** Whether it knows MOVE (RFC 4918 9.9). */
  knowsMove: boolean
}

export const SERVER_KINDS: ServerKind[] = [
  {
    name: 'Radicale',
    missing: null,
    open: () => servers.radicale(),
    home: '/ada/',
    filesOf: (path) => join('collection-root', path),
    takesNoLength: true,
    knowsMove: true,
  },
  {
    name: 'Xandikos',
    missing: Bun.which('xandikos') === null ? 'install xandikos' : null,
    open: () => servers.xandikos(),
    home: '/dav/ada/calendars/',
    filesOf: (path) => path.replace(/^\/dav\//, ''),
    takesNoLength: true,
    knowsMove: false,
  },
  {
    name: 'Cyrus',
    missing: whyNoCyrus(),
    open: async () => ({ ...(await servers.cyrus()), storage: null }),
    home: '/dav/calendars/user/ada/',
    filesOf: null,
    takesNoLength: false,
    knowsMove: true,
  },
]

/** Another application of Ada's at a server, past every proxy and past our own client. Paths are percent-decoded. */
export class Phone {
  constructor(
    readonly base: string,
    readonly home: string,
  ) {}

  /** Makes a calendar; returns its path, with a slash at both ends. */
  async makeCalendar(properties: CalendarProperties = {}): Promise<string> {
    const path = `${this.home}${properties.name ?? randomUUID()}/`
    await this.#ask('MKCALENDAR', path, { body: mkcalendarBody(properties) })
    return path
  }

  /** Writes an event of an hour, since Cyrus takes none without length; returns its path. */
  async put(calendar: string, uid: string, lines: EventLines = {}, name = `${uid}.ics`): Promise<string> {
    const path = `${calendar}${encodeURIComponent(name)}`
    const headers = { 'content-type': 'text/calendar; charset=utf-8' }
    await this.#ask('PUT', path, { body: eventText(uid, { DTEND: '20261201T100000Z', ...lines }), headers })
    return decodeURIComponent(path)
  }

  /** Removes a calendar or an object. */
  async remove(path: string): Promise<void> {
    await this.#ask('DELETE', path)
  }

  async #ask(method: string, path: string, options: Parameters<typeof davAt>[4] = {}) {
    const response = await davAt(this.base, 'ada', method, path, options)
    if (![200, 201, 204].includes(response.status)) throw new Error(`${method} ${path}: ${response.status}`)
  }
}
