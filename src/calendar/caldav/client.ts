import type { CalDavAccount } from '../../household/credentials'
import type { Context } from '../../platform/context'

/** An account with the rules for reaching its server. Made by `connect`; the verbs below take it first. */
export interface Connection {
  account: CalDavAccount
}

export interface RemoteCalendar {
  url: string
  displayName: string
  /** `#RRGGBB`, null when the server names none. */
  color: string | null
  ctag: string | null
  syncToken: string | null
  writable: boolean
}

/** Hrefs are absolute paths, percent-decoded: the key under which an object is cached. */
export interface ListedObject {
  href: string
  etag: string | null
}

export interface RemoteObject {
  href: string
  /** Verbatim, quotes included. */
  etag: string
  data: string
}

export interface FetchedObjects {
  objects: RemoteObject[]
  /** Asked for and not there. */
  gone: string[]
  /** There, but the server gives no etag or no complete object for them. */
  unreadable: string[]
}

export interface Changes {
  changed: ListedObject[]
  gone: string[]
  token: string
}

export interface WriteAnswer {
  /** 200, 201 and 204 mean done; anything else does not. 0: no answer, the write may or may not have happened. */
  status: number
  etag: string | null
  retryAfterSeconds: number | null
}

/** `{}` writes unconditionally. */
export type Precondition = { ifNoneMatch: true } | { ifMatch: string } | Record<string, never>

export interface ConnectOptions {
  timeoutMs?: number
}

const later = (): never => {
  throw new Error('not built yet')
}

/** Opens nothing yet: each request makes its own connection. */
export const connect = (_ctx: Context, _account: CalDavAccount, _options: ConnectOptions = {}): Connection => later()

/** The account's calendars that hold events. @throws CalDavError */
export const listCalendars = async (_connection: Connection): Promise<RemoteCalendar[]> => later()

/** Every event of a calendar, complete. @throws CalDavError */
export const listObjects = async (_connection: Connection, _url: string): Promise<FetchedObjects> => later()

/** Every event's etag, complete. @throws CalDavError */
export const listEtags = async (_connection: Connection, _url: string): Promise<ListedObject[]> => later()

/** What changed since the token; null when the server does not know the token (any more). @throws CalDavError */
export const changesSince = async (_connection: Connection, _url: string, _token: string): Promise<Changes | null> =>
  later()

/** The objects at these hrefs. @throws CalDavError */
export const getObjects = async (_connection: Connection, _url: string, _hrefs: string[]): Promise<FetchedObjects> =>
  later()

/** The object at this href, null when it is not there. @throws CalDavError */
export const getObject = async (_connection: Connection, _url: string, _href: string): Promise<RemoteObject | null> =>
  later()

/** Sends once, never again by itself. @throws CalDavError for `forbidden-address` only */
export const putObject = async (
  _connection: Connection,
  _href: string,
  _data: string,
  _precondition: Precondition,
): Promise<WriteAnswer> => later()

/** Sends once, never again by itself. @throws CalDavError for `forbidden-address` only */
export const deleteObject = async (
  _connection: Connection,
  _href: string,
  _precondition: Precondition,
): Promise<WriteAnswer> => later()
