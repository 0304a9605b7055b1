import type { Context } from '../../platform/context'

/** Synchronises the calendars of every member with an account. One member's failure is logged and does not stop the rest. */
export async function poll(_ctx: Context): Promise<void> {
  throw new Error('not built yet')
}

/**
 * Synchronises a member's calendars now; without an account of their own, the household's shared calendar with its
 * owner's account. Never throws for what a server does: failures are logged and noted in the rows.
 */
export async function syncMember(_ctx: Context, _memberId: number): Promise<void> {
  throw new Error('not built yet')
}

/**
 * Brings one object of the cache up to date after a write, reading just that href (one request). Afterwards the cache holds what
 * the server has there, or nothing when the server has nothing. @throws CalDavError, CredentialError
 */
export async function resync(_ctx: Context, _calendarId: number, _href: string): Promise<void> {
  throw new Error('not built yet')
}

/** Brings the whole calendar up to date, incrementally where the server can. @throws CalDavError, CredentialError */
export async function syncCalendar(_ctx: Context, _calendarId: number): Promise<void> {
  throw new Error('not built yet')
}

/** Computes the cached columns anew from the stored objects, for a household that has moved to another time zone. */
export async function resummarize(_ctx: Context): Promise<void> {
  throw new Error('not built yet')
}
