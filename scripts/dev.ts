/**
 * `bun run dev [--host ADDRESS]`: the service for developers, restarted on every change of the source, with the client
 * rebuilt beside it. Private database and CalDAV server unless DB_HOST or CALDAV_URL say otherwise; the development
 * bypass is on, so it listens to this machine alone unless an argument says otherwise: some shells export HOST.
 */
import { watch } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureDevMember } from '../src/household/dev-member'
import { memberHooks } from '../src/member-hooks'
import { openDatabase } from '../src/platform/db/client'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { migrate } from '../src/platform/db/migrate'
import { stopServer } from './local/process'
import { startStack } from './local/stack'

const FOLDER = '.local/dev'
const CALDAV_USERS = { 'dev@example.org': 'dev' }

const LOOPBACK = '127.0.0.1'

const { host } = readArguments()
const stack = await startStack({
  folder: FOLDER,
  caldavUsers: process.env.CALDAV_URL === undefined ? CALDAV_USERS : null,
  database: process.env.DB_HOST === undefined,
})
const env: Record<string, string | undefined> = {
  ...stack.env,
  NODE_ENV: 'development',
  DEV_AUTH_BYPASS: 'true',
  ...process.env,
  HOST: host,
}
await migrate(databaseFromEnvironment(env))
await makeDevMemberAdmin()

const service = Bun.spawn(['bun', '--watch', '--no-clear-screen', 'src/index.ts'], {
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
})
const watcher = watch('web', { recursive: true }, rebuildSoon)
if (host !== LOOPBACK) console.log(`Listening on ${host}: everyone who reaches this machine is an admin.`)
if (stack.radicale !== null)
  console.log(`CalDAV server: ${stack.radicale.url}  account dev@example.org, app password dev`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
await service.exited
await stop()

function readArguments() {
  try {
    return parseArgs({ options: { host: { type: 'string', default: LOOPBACK } } }).values
  } catch {
    console.error('Usage: bun run dev [--host ADDRESS]')
    process.exit(1)
  }
}

async function stop() {
  watcher.close()
  await stopServer(service)
  await stack.stop()
  process.exit(0)
}

async function makeDevMemberAdmin() {
  const database = openDatabase(databaseFromEnvironment(env))
  await ensureDevMember({ db: database.db, now: () => new Date(), memberHooks }, { isAdmin: true })
  await database.close()
}

let pending: Timer | null = null
function rebuildSoon() {
  if (pending !== null) clearTimeout(pending)
  pending = setTimeout(() => Bun.spawn(['bun', 'web/build.ts'], { stdio: ['ignore', 'inherit', 'inherit'] }), 100)
}
