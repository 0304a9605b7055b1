import { asc, eq } from 'drizzle-orm'
import type { Context } from '../platform/context'
import type { Executor } from '../platform/db/client'
import { calendarCredentials, localCredentials, members } from '../platform/db/schema'

/** A member with their ways to sign in and to their calendars. */
export interface MemberProfile {
  id: number
  displayName: string | null
  color: string
  isAdmin: boolean
  /** Of the local account; null without one. */
  username: string | null
  hasCredential: boolean
  hasLocalCredential: boolean
  hasOidcIdentity: boolean
}

/** All members, by id. */
export async function readMembers({ db }: Pick<Context, 'db'>): Promise<MemberProfile[]> {
  return (await selectProfiles(db).orderBy(asc(members.id))).map(profileOf)
}

/** One member, null when they are not there. */
export async function readMember({ db }: Pick<Context, 'db'>, memberId: number): Promise<MemberProfile | null> {
  const [row] = await selectProfiles(db).where(eq(members.id, memberId))
  return row === undefined ? null : profileOf(row)
}

const selectProfiles = (db: Executor) =>
  db
    .select({
      id: members.id,
      displayName: members.displayName,
      color: members.color,
      isAdmin: members.isAdmin,
      credentialOf: calendarCredentials.userId,
      username: localCredentials.username,
      oidcSub: members.oidcSub,
    })
    .from(members)
    .leftJoin(calendarCredentials, eq(calendarCredentials.userId, members.id))
    .leftJoin(localCredentials, eq(localCredentials.userId, members.id))
    .$dynamic()

type ProfileRow = Awaited<ReturnType<typeof selectProfiles>>[number]

const profileOf = ({
  id,
  displayName,
  color,
  isAdmin,
  credentialOf,
  username,
  oidcSub,
}: ProfileRow): MemberProfile => ({
  id,
  displayName,
  color,
  isAdmin,
  username,
  hasCredential: credentialOf !== null,
  hasLocalCredential: username !== null,
  hasOidcIdentity: oidcSub !== null,
})
