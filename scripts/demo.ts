/**
 * `bin/demo [--fresh] [--host ADDRESS]`: the whole product on a demo household that lives below .local/demo. Started
 * again it finds the same household; `--fresh` begins anew. Its passwords are known to everybody, so it listens to this
 * machine alone unless an argument says otherwise: some shells export HOST. Ctrl-C stops everything it started.
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createReader } from '../src/platform/config-reader'
import { databaseFromEnvironment } from '../src/platform/db/connect'
import { migrate } from '../src/platform/db/migrate'
import { listenProblem } from '../src/platform/listen-problem'
import { MEMBERS } from './demo/household'
import { seedCalendars, seedHousehold } from './demo/seed'
import { isFree, startServer, stopServer, untilReady } from './local/process'
import { findRunning, noteRunning, type Running } from './local/running'
import { type Stack, startStack } from './local/stack'

const FOLDER = '.local/demo'
const SEEDED = join(FOLDER, 'seeded')
const RUNNING = join(FOLDER, 'running')
const LOG = join(FOLDER, 'service.log')
const PORT = process.env.PORT?.trim() || '3000'
const BASE_URL = `http://localhost:${PORT}`
const ACCOUNTS = Object.fromEntries(MEMBERS.map(({ account, appPassword }) => [account, appPassword]))

const { fresh, host } = readArguments()
let running: Running | null = null
let stack: Stack | null = null
let service: Bun.Subprocess | null = null
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))

try {
  await start()
} catch (error) {
  if (!isStopping) {
    console.error(`\nThe demo could not start: ${error instanceof Error ? error.message : error}`)
    if (service !== null) console.error(`The service's log: ${LOG}`)
    await stop(1)
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { fresh: { type: 'boolean' }, host: { type: 'string', default: '127.0.0.1' } } }).values
  } catch {
    console.error('Usage: bin/demo [--fresh] [--host ADDRESS]')
    process.exit(1)
  }
}

async function start() {
  // Before anything is removed: the household may be in use.
  await refuseSecond()
  await refuseTakenPort()
  if (fresh) await rm(FOLDER, { recursive: true, force: true })
  // A first start that was interrupted left half a household behind.
  if (existsSync(FOLDER) && !existsSync(SEEDED)) await setAside()

  console.log('Starting the database and the CalDAV server …')
  await mkdir(FOLDER, { recursive: true })
  running = await noteRunning(RUNNING, BASE_URL)
  stack = await startStack({ folder: FOLDER, caldavUsers: ACCOUNTS, database: true })
  const env = serviceEnvironment(stack)
  await migrate(databaseFromEnvironment(env))
  const isNew = !existsSync(SEEDED)
  if (isNew) await addAdmin(env)

  console.log('Starting Corkboard …')
  service = startServer(['bun', 'src/index.ts'], { env, log: LOG })
  await untilReady('Corkboard', service, () =>
    fetch(`${BASE_URL}/health`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  if (isNew) {
    console.log('Moving a household in …')
    await seedCalendars(env.CALDAV_URL ?? '', startOfToday())
    await seedHousehold(BASE_URL, startOfToday())
    await writeFile(SEEDED, `${new Date().toISOString()}\n`)
  }
  printWelcome(stack)
  await service.exited
  if (!isStopping) throw new Error(`the service ended with exit code ${service.exitCode}`)
}

async function refuseSecond() {
  const other = await findRunning(RUNNING, 'scripts/demo.ts')
  if (other !== null) throw new Error(`a demo of this clone is running already: ${other}`)
}

/** Whoever listens there would be taken for the demo, and be given its household. */
async function refuseTakenPort() {
  const isTaken = await isFree(portNumber(), host).then(
    (free) => !free,
    (error) => {
      throw new Error(listenProblem(error, { port: 'PORT', host: '--host' }))
    },
  )
  if (isTaken) throw new Error(`port ${PORT} is taken. End what listens there, or choose another:  PORT=3001 bin/demo`)
}

function portNumber(): number {
  const { port, problems } = createReader({ PORT })
  // None is chosen by the system: the household is known by its address.
  const number = port('PORT', 1)
  if (problems.length > 0) throw new Error(problems[0])
  return number
}

/** The demo's own settings; of the caller's environment only what the service does not read. */
function serviceEnvironment({ env }: Stack): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, ...env, PORT, HOST: host, LOG_FORMAT: 'pretty' }
}

async function addAdmin(env: Record<string, string>) {
  const { name, username, password } = MEMBERS.find(({ isAdmin }) => isAdmin)!
  const command = ['bun', 'scripts/member.ts', 'add', '--name', name, '--username', username, '--admin']
  const add = Bun.spawn(command, { env, stdio: [new Blob([`${password}\n`]), 'ignore', 'inherit'] })
  if ((await add.exited) !== 0) throw new Error('the first admin could not be added')
}

async function setAside() {
  const aside = `${FOLDER}.incomplete`
  await rm(aside, { recursive: true, force: true })
  await rename(FOLDER, aside)
}

function startOfToday(): Date {
  return new Date(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
}

function printWelcome({ radicale }: Stack) {
  const signIns = MEMBERS.map(
    ({ name, username, password, isAdmin }) =>
      `  ${name.padEnd(6)} user name ${username.padEnd(6)} password ${password}${isAdmin ? '   (admin)' : ''}`,
  )
  const accounts = MEMBERS.map(({ account, appPassword }) => `  ${account.padEnd(18)} ${appPassword}`)
  console.log(
    [
      '',
      `Corkboard is ready:  ${BASE_URL}`,
      '',
      'Sign in as',
      ...signIns,
      '',
      `The household's CalDAV server:  ${radicale?.url}`,
      ...accounts,
      '',
      `Log: ${LOG}`,
      'Stop with Ctrl-C; nothing is lost, the next start finds the same household. Begin anew: bin/demo --fresh',
    ].join('\n'),
  )
}

async function stop(exitCode: number) {
  if (isStopping) return
  isStopping = true
  console.log('\nStopping …')
  if (service !== null) await stopServer(service, 12_000)
  await stack?.stop()
  await running?.forget()
  process.exit(exitCode)
}
