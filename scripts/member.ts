/** `bun run member`: the operator's command for the household's members. */
import { parseArgs } from 'node:util'
import { asc, eq } from 'drizzle-orm'
import { changeMember } from '../src/household/members'
import { addLocalMember, resetPassword } from '../src/identity/local/accounts'
import { usernameKey } from '../src/identity/local/username'
import { memberHooks } from '../src/member-hooks'
import { WITHOUT_STREAMS } from '../src/platform/announcements/announce'
import { cliMessage } from '../src/platform/cli-errors'
import { openDatabase } from '../src/platform/db/client'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { compareMigrations } from '../src/platform/db/migrations'
import { localCredentials, members } from '../src/platform/db/schema'
import { Refusal } from '../src/platform/http-errors'
import { checkTrimmed } from '../src/platform/http-text'
import { MAX_NAME_LENGTH } from '../src/platform/limits'
import { readPassword } from './password'

const USAGE = `bun run member add --name NAME --username NAME [--admin]     asks for the password at a terminal, else it is the
                                                            first line of standard input
bun run member list
bun run member password --username NAME                     likewise
bun run member admin --username NAME on|off
bun run member admin --id ID on|off

DB_HOST, DB_USER, DB_PASSWORD, DB_NAME and DB_PORT name the database.`

/** What an operator did wrong; its message is all that is said. */
class UsageError extends Error {}

const { positionals, values } = readArguments()
const database = openDatabase(readDatabase())
const ctx = { db: database.db, now: () => new Date(), relay: WITHOUT_STREAMS, memberHooks }
try {
  const { pending } = await compareMigrations(ctx.db)
  if (pending.length > 0) throw new UsageError('The database is behind: run  bun run db:migrate  first.')
  console.log(JSON.stringify(await run(positionals[0])))
} catch (error) {
  console.error(error instanceof UsageError || error instanceof Refusal ? error.message : cliMessage(error))
  process.exitCode = 1
} finally {
  await database.close()
}

async function run(command: string | undefined) {
  if (command === 'add') return addMember()
  if (command === 'list') return listMembers()
  if (command === 'password') return setPassword()
  if (command === 'admin') return setAdmin(positionals[1])
  throw new UsageError(USAGE)
}

async function addMember() {
  if (values.name === undefined || values.username === undefined) throw new UsageError(USAGE)
  const id = await addLocalMember(ctx, {
    displayName: checkTrimmed('name', values.name, MAX_NAME_LENGTH),
    username: values.username,
    password: await readPassword(),
    isAdmin: values.admin === true,
  })
  return { id }
}

async function listMembers() {
  return ctx.db
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
}

async function setPassword() {
  const id = await namedMember()
  await resetPassword(ctx, id, await readPassword())
  return { id }
}

async function setAdmin(choice: string | undefined) {
  if (choice !== 'on' && choice !== 'off') throw new UsageError(USAGE)
  const id = await namedMember()
  const isAdmin = choice === 'on'
  await changeMember(ctx, id, { isAdmin })
  return { id, isAdmin }
}

async function namedMember(): Promise<number> {
  if (values.id !== undefined && /^[1-9]\d*$/.test(values.id)) return Number(values.id)
  if (values.username === undefined) throw new UsageError(USAGE)
  const [account] = await ctx.db
    .select({ id: localCredentials.userId })
    .from(localCredentials)
    .where(eq(localCredentials.usernameKey, usernameKey(values.username)))
  if (account === undefined) throw new UsageError('No member signs in with this username.')
  return account.id
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        username: { type: 'string' },
        id: { type: 'string' },
        admin: { type: 'boolean' },
      },
    })
  } catch {
    console.error(USAGE)
    process.exit(1)
  }
}

function readDatabase() {
  try {
    return databaseFromEnvironment(process.env)
  } catch (error) {
    console.error(cliMessage(error))
    process.exit(1)
  }
}
