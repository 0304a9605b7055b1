import { createApp } from '../../src/app'
import { memberHooks } from '../../src/member-hooks'
import { type Config, type Environment, readConfig } from '../../src/platform/config'
import { type Context, createContext } from '../../src/platform/context'
import { openDatabase } from '../../src/platform/db/client'
import { migrate } from '../../src/platform/db/migrate'
import { createLog } from '../../src/platform/log'
import { topicTexts } from '../../src/topic-texts'
import { TestClock } from './clock'
import type { TestDatabase } from './database'
import { createMigratedDatabase } from './migrated-database'
import { expectNoSecretInLog, secret } from './secrets'

export const TEST_SESSION_SECRET = secret('a-session-secret-for-tests-only-0123456789')
export const TEST_ENCRYPTION_KEY = secret('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff')

export interface Household {
  ctx: Context
  app: ReturnType<typeof createApp>
  clock: TestClock
  /** Everything that was logged, line by line. */
  logLines: string[]
  config: Config
  /** The variables that the configuration was read from. */
  env: Environment
  close(): Promise<void>
}

export interface HouseholdOptions {
  /** Variables on top of the tests' own. */
  env?: Environment
  at?: string
  publicFolder?: string
  /** An empty one, which is dropped at the end; unset: one on the run's MariaDB. */
  database?: TestDatabase
}

/** A service with a database of its own, a clock that stands still, and a log that is kept. */
export async function openHousehold({
  env = {},
  at,
  publicFolder,
  database: given,
}: HouseholdOptions = {}): Promise<Household> {
  const own = given ?? (await createMigratedDatabase())
  const variables = {
    NODE_ENV: 'test',
    DB_HOST: own.config.host,
    DB_PORT: String(own.config.port),
    DB_USER: own.config.user,
    DB_PASSWORD: own.config.password,
    DB_NAME: own.config.name,
    LOCAL_SESSION_SECRET: TEST_SESSION_SECRET,
    APP_PASSWORD_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    LOG_LEVEL: 'debug',
    LOG_FORMAT: 'json',
    TZ: 'Europe/Berlin',
    ...env,
  }
  const config = readConfig(variables)
  // DB_NAME may name another one, such as one that was just restored.
  await migrate(config.database)
  const clock = new TestClock(at)
  const logLines: string[] = []
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    now: clock.now,
    write: (line) => logLines.push(line),
  })
  const database = openDatabase(config.database)
  const ctx = createContext({ config, db: database.db, log, now: clock.now, memberHooks, topicTexts })
  return {
    ctx,
    app: createApp(ctx, { publicFolder, poolConnections: database.connections }),
    clock,
    logLines,
    config,
    env: variables,
    close: async () => {
      await database.close()
      await own.drop()
      expectNoSecretInLog(logLines)
    },
  }
}
