import { asc, eq, isNotNull } from 'drizzle-orm'
import { nameOfMember } from '../../../src/household/people'
import { openOrNull } from '../../../src/platform/crypto/seal'
import { calendarCredentials, members, subscriptions } from '../../../src/platform/db/schema'
import { check, configOf, fail, ok, tablesOf, type Verdict } from '../check'

interface SealedFacts {
  stored: number
  /** Whose do not open. */
  closed: string[]
}

export interface KeyFacts {
  passwords: SealedFacts
  /** Of subscriptions. */
  links: SealedFacts
}

export const key = check(
  'key',
  async (source): Promise<KeyFacts> => {
    const { encryptionKey } = configOf(source)
    const db = tablesOf(source)
    const owner = { id: members.id, displayName: members.displayName }
    const passwords = await db
      .select({ ...owner, sealed: calendarCredentials.appPassword })
      .from(calendarCredentials)
      .innerJoin(members, eq(members.id, calendarCredentials.userId))
      .orderBy(asc(members.id))
    const links = await db
      .select({ ...owner, sealed: subscriptions.sealedUrl })
      .from(subscriptions)
      .innerJoin(members, eq(members.id, subscriptions.userId))
      .where(isNotNull(subscriptions.sealedUrl))
      .orderBy(asc(members.id))
    const factsOf = (rows: { id: number; displayName: string | null; sealed: string | null }[]): SealedFacts => ({
      stored: rows.length,
      closed: rows.filter(({ id, sealed }) => openOrNull(sealed!, encryptionKey, id) === null).map(nameOfMember),
    })
    return { passwords: factsOf(passwords), links: factsOf(links) }
  },
  judgeKey,
)

export function judgeKey({ passwords, links }: KeyFacts): Verdict {
  const ofLinks = links.stored === 0 ? '' : `, ${openedOf(links)} links of subscriptions`
  const says = `opens ${openedOf(passwords)} calendar passwords${ofLinks}`
  const closed = new Set([...passwords.closed, ...links.closed])
  if (closed.size === 0) return ok(says)
  const todo = 'set the APP_PASSWORD_ENCRYPTION_KEY they were stored with, or let these members enter theirs anew'
  return fail(`${says}; not those of ${[...closed].join(', ')}`, todo)
}

const openedOf = ({ stored, closed }: SealedFacts) => `${stored - closed.length} of ${stored}`
