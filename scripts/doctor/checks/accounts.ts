import { asc, eq } from 'drizzle-orm'
import { nameOfMember } from '../../../src/household/people'
import { calendarCredentials, members } from '../../../src/platform/db/schema'
import { HOUR_MS } from '../../../src/platform/durations'
import { check, counted, ok, tablesOf, type Verdict, warn } from '../check'

export interface AccountFacts {
  member: string
  /** Null: never yet. */
  lastPolledAt: Date | null
  /** In plain words, null when all is well. */
  lastError: string | null
}

/** Every account is asked every few minutes. */
const SILENT_MS = HOUR_MS

export const accounts = check(
  'accounts',
  async (source): Promise<AccountFacts[]> => {
    const { lastPolledAt, lastError } = calendarCredentials
    const rows = await tablesOf(source)
      .select({ id: members.id, displayName: members.displayName, lastPolledAt, lastError })
      .from(calendarCredentials)
      .innerJoin(members, eq(members.id, calendarCredentials.userId))
      .orderBy(asc(members.id))
    return rows.map(({ lastPolledAt, lastError, ...member }) => ({
      member: nameOfMember(member),
      lastPolledAt,
      lastError,
    }))
  },
  judgeAccounts,
)

export function judgeAccounts(facts: AccountFacts[], now: Date): Verdict {
  const failing = facts.filter(({ lastError }) => lastError !== null)
  const isSilent = ({ lastPolledAt }: AccountFacts) =>
    lastPolledAt === null || now.getTime() - lastPolledAt.getTime() > SILENT_MS
  const silent = facts.filter((account) => account.lastError === null && isSilent(account))
  if (failing.length + silent.length === 0) {
    const asked = facts.map(({ member, lastPolledAt }) => `, ${member} at ${at(lastPolledAt)}`)
    return ok(`${counted(facts.length, 'account')} read well${asked.join('')}`)
  }
  const said = [
    ...failing.map(({ member, lastError, lastPolledAt }) => `${member}: ${lastError} (last asked ${at(lastPolledAt)})`),
    ...silent.map(({ member, lastPolledAt }) => `${member}: last asked ${at(lastPolledAt)}`),
  ]
  const todo = failing.length > 0 ? 'the member looks at the account page' : 'does the service run?'
  return warn(said.join('; '), todo)
}

const at = (instant: Date | null) => instant?.toISOString() ?? 'never'
