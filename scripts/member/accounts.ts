import { asc, eq } from 'drizzle-orm'
import { checkPersonName } from '../../src/features/shared/person-name'
import { addLocalMember, resetPassword } from '../../src/identity/local/accounts'
import { clearAttempts } from '../../src/identity/local/attempts'
import { endAllSessions } from '../../src/identity/session-version'
import { CliError } from '../../src/platform/cli-errors'
import { localCredentials, members } from '../../src/platform/db/schema'
import { namedMember } from '../operator/named-member'
import { type OperatorContext, UsageError } from '../operator/operate'
import { readPassword } from '../password'
import type { MemberCommand } from './command'

export const add: MemberCommand = async (ctx, { name, username, admin }) => {
  if (name === undefined || username === undefined) throw new UsageError()
  const id = await addLocalMember(ctx, {
    displayName: checkPersonName('name', name),
    username,
    password: await readPassword(),
    isAdmin: admin === true,
  })
  return { id }
}

export const list: MemberCommand = ({ db }) =>
  db
    .select({
      id: members.id,
      displayName: members.displayName,
      username: localCredentials.username,
      isAdmin: members.isAdmin,
      oidcIssuer: members.oidcIss,
    })
    .from(members)
    .leftJoin(localCredentials, eq(localCredentials.userId, members.id))
    .orderBy(asc(members.id))

export const password: MemberCommand = async (ctx, naming) => {
  const id = await namedMember(ctx, naming)
  // Before anybody types one for nothing.
  await usernameOf(ctx, id)
  await resetPassword(ctx, id, await readPassword())
  return { id }
}

/** Forgets the wrong passwords, so that the right one is looked at again. */
export const unlock: MemberCommand = async (ctx, naming) => {
  const id = await namedMember(ctx, naming)
  await clearAttempts(ctx.db, await usernameOf(ctx, id))
  return { id }
}

export const signOut: MemberCommand = async (ctx, naming) => {
  const id = await namedMember(ctx, naming)
  await endAllSessions(ctx, id)
  return { id }
}

/** @throws CliError for a member without an account here */
async function usernameOf({ db }: OperatorContext, id: number): Promise<string> {
  const [account] = await db
    .select({ username: localCredentials.username })
    .from(localCredentials)
    .where(eq(localCredentials.userId, id))
  if (account === undefined) throw new CliError('This member has no password here.')
  return account.username
}
