import { join } from 'node:path'
import { freePort, startServer, stopServer, untilReady } from '../../scripts/local/process'
import { inheritedClock } from '../../scripts/test/clock'
import type { Config } from '../../src/platform/config'
import { TEST_ENCRYPTION_KEY, TEST_SESSION_SECRET } from '../../tests/support/household'

/** A server under load, in a process of its own. */
export interface Target {
  origin: string
  pid: number
  stop(): Promise<void>
}

const ROOT = join(import.meta.dir, '../..')

/** The service by its own entry point, in production, its log thrown away. */
export const startService = (database: Config['database'], more: Record<string, string> = {}) =>
  start('src/index.ts', database, '/health/live', more)

/** What is measured beside it: a script of bench/bare, given the same environment. */
export const startBare = (name: string, database: Config['database']) => start(`bench/bare/${name}.ts`, database, '/')

async function start(
  script: string,
  database: Config['database'],
  probe: string,
  more: Record<string, string> = {},
): Promise<Target> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = startServer([process.execPath, join(ROOT, script)], {
    env: {
      PATH: process.env.PATH ?? '',
      ...inheritedClock(),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DB_HOST: database.host,
      DB_PORT: String(database.port),
      DB_USER: database.user,
      DB_PASSWORD: database.password,
      DB_NAME: database.name,
      LOCAL_SESSION_SECRET: TEST_SESSION_SECRET,
      APP_PASSWORD_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      ...more,
    },
  })
  const answers = () =>
    fetch(`${origin}${probe}`).then(
      ({ ok }) => ok,
      () => false,
    )
  await untilReady(script, child, answers)
  return { origin, pid: child.pid, stop: () => stopServer(child) }
}
