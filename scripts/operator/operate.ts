import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { memberHooks } from '../../src/member-hooks'
import { WITHOUT_STREAMS } from '../../src/platform/announcements/announce'
import { withoutTexts } from '../../src/platform/announcements/topic-texts'
import { CliError, cliMessage } from '../../src/platform/cli-errors'
import { ConfigError } from '../../src/platform/config'
import { type Context, createContext } from '../../src/platform/context'
import { openDatabase } from '../../src/platform/db/client'
import { databaseFromEnvironment } from '../../src/platform/db/connect'
import { Refusal } from '../../src/platform/http-errors'
import { loadConfig } from '../../src/platform/load-config'
import { createLog } from '../../src/platform/log'
import { topicTexts } from '../../src/topic-texts'
import { requireMigrated } from './require-migrated'

/** What a command works with that knows the database and nothing else of the configuration. */
export type OperatorContext = ReturnType<typeof contextOf>

interface Operation<Options extends ParseArgsOptionsConfig> {
  /** What is said when an operator did not know the command; it ends with an empty line and where the database is. */
  usage: string
  options: Options
  /** Does it, and returns what is printed as JSON, if anything. @throws UsageError, CliError, Refusal for what is said as it is */
  run(
    ctx: OperatorContext,
    given: { positionals: string[]; values: ReturnType<typeof parseArgs<{ options: Options }>>['values'] },
  ): Promise<unknown>
}

/** An operator did not know the command; the message, where there is one, says what was wrong with it. */
export class UsageError extends Error {}

const DATABASE = 'DB_HOST and DB_PORT, or DB_SOCKET, with DB_USER, DB_PASSWORD and DB_NAME name the database.'

/** Runs an operator's command on the household's database, which has to be of this version. */
export async function operate<Options extends ParseArgsOptionsConfig>({ usage, options, run }: Operation<Options>) {
  let database: ReturnType<typeof openDatabase> | undefined
  try {
    const given = readArguments(options)
    database = openDatabase(databaseFromEnvironment(process.env))
    const ctx = contextOf(database.db)
    await requireMigrated(ctx)
    const told = await run(ctx, given)
    if (told !== undefined) console.log(JSON.stringify(told))
  } catch (error) {
    console.error(error instanceof UsageError ? usageOf(error, usage) : messageOf(error))
    process.exitCode = 1
  } finally {
    await database?.close()
  }
}

/**
 * What the service works with, for a command that does a part of its work: with the whole configuration, and a log of
 * what goes wrong on standard error.
 * @throws ConfigError
 */
export function fullContext({ db, now }: OperatorContext): Context {
  const { config } = loadConfig(process.env)
  const log = createLog({ level: 'warn', format: config.logFormat, write: (line) => process.stderr.write(line) })
  return createContext({ config, db, log, now, memberHooks, topicTexts })
}

/** The second half of a name without quotes, or of a command that does not go on, must not be overlooked. @throws UsageError */
export function refuseFurther(words: readonly string[]) {
  if (words.length > 0) throw new UsageError('There is a word too many. A name of several words stands in quotes.')
}

/** What cannot be taken back is done only when it was said twice. @throws CliError */
export function requireYes(isMeant: boolean | undefined, what: string) {
  if (isMeant !== true) throw new CliError(`${what} This cannot be taken back: add --yes.`)
}

const contextOf = (db: Context['db']) => ({
  db,
  now: () => new Date(),
  relay: {
    ...WITHOUT_STREAMS,
    bodyOf: (news: Parameters<typeof withoutTexts>[1]) => WITHOUT_STREAMS.bodyOf(withoutTexts(topicTexts, news)),
  },
  memberHooks,
})

function readArguments<Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch {
    throw new UsageError()
  }
}

const usageOf = ({ message }: UsageError, usage: string) => [message, usage, DATABASE].filter(Boolean).join('\n\n')

function messageOf(error: unknown): string {
  if (error instanceof ConfigError) return ['The configuration is wrong:', ...error.problems].join('\n  ')
  return error instanceof Refusal ? error.message : cliMessage(error)
}
