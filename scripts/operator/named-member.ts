import { eq } from 'drizzle-orm'
import { usernameKey } from '../../src/identity/local/username'
import { CliError } from '../../src/platform/cli-errors'
import { localCredentials } from '../../src/platform/db/schema'
import { type OperatorContext, UsageError } from './operate'

export interface Naming {
  id?: string
  username?: string
}

export const NAMING = { id: { type: 'string' }, username: { type: 'string' } } as const

/** The id of the member that is named by it, or by the name of their account here. @throws UsageError, CliError */
export async function namedMember({ db }: OperatorContext, { id, username }: Naming): Promise<number> {
  // They may name two members, and what follows may be for good.
  if (id !== undefined && username !== undefined)
    throw new UsageError('Name a member by --username or by --id, not by both.')
  if (id !== undefined && /^[1-9]\d*$/.test(id)) return Number(id)
  if (username === undefined) throw new UsageError()
  const [account] = await db
    .select({ id: localCredentials.userId })
    .from(localCredentials)
    .where(eq(localCredentials.usernameKey, usernameKey(username)))
  if (account === undefined) throw new CliError('No member signs in with this username.')
  return account.id
}
