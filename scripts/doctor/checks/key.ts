import { asc, eq } from 'drizzle-orm'
import { nameOfMember } from '../../../src/household/people'
import { openOrNull } from '../../../src/platform/crypto/seal'
import { calendarCredentials, members } from '../../../src/platform/db/schema'
import { check, configOf, databaseOf, fail, ok, type Verdict } from '../check'

export interface KeyFacts {
  stored: number
  /** Whose passwords do not open. */
  closed: string[]
}

export const key = check(
  'key',
  async (source): Promise<KeyFacts> => {
    const { encryptionKey } = configOf(source)
    const rows = await databaseOf(source)
      .select({ id: members.id, displayName: members.displayName, sealed: calendarCredentials.appPassword })
      .from(calendarCredentials)
      .innerJoin(members, eq(members.id, calendarCredentials.userId))
      .orderBy(asc(members.id))
    const closed = rows.filter(({ id, sealed }) => openOrNull(sealed, encryptionKey, id) === null)
    return { stored: rows.length, closed: closed.map(nameOfMember) }
  },
  judgeKey,
)

export function judgeKey({ stored, closed }: KeyFacts): Verdict {
  const says = `opens ${stored - closed.length} of ${stored} calendar passwords`
  if (closed.length === 0) return ok(says)
  const todo = 'set the APP_PASSWORD_ENCRYPTION_KEY they were stored with, or let these members enter theirs anew'
  return fail(`${says}; not those of ${closed.join(', ')}`, todo)
}
