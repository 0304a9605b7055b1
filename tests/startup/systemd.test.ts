import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildService } from '../../scripts/build/service'
import { createDatabase, type TestDatabase } from '../support/database'
import { TEST_ENCRYPTION_KEY, TEST_SESSION_SECRET } from '../support/household'
import { Service, serviceEnvironment } from '../support/service'

const ROOT = join(import.meta.dir, '../..')
const UNIT = join(ROOT, 'deploy/systemd/corkboard.service')
const HAS_SYSTEMD = Bun.which('systemd-analyze') !== null
const NOBODY = '65534'
/** Of 10: the higher, the more a service could do to its machine. */
const MAX_EXPOSED = 2

const lines = (await Bun.file(UNIT).text()).split('\n').filter((line) => /^\w+=/.test(line))
const settings = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
const all = (name: string) => settings.flatMap(([key, value]) => (key === name ? value : []))

let database: TestDatabase
let home: string
let bun: string
beforeAll(async () => {
  database = await createDatabase()
  // This checkout may lie where only its owner may look, and so may Bun.
  home = await mkdtemp(join(tmpdir(), 'corkboard-systemd-'))
  await chmod(home, 0o755)
  bun = join(home, 'bun')
  await copyFile(process.execPath, bun)
  await chmod(bun, 0o755)
  await mkdir(join(home, 'credentials'))
  await buildService(join(home, 'corkboard'))
})
afterAll(async () => {
  await database.drop()
  await rm(home, { recursive: true })
})

describe.skipIf(!HAS_SYSTEMD)('by systemd-analyze, the unit', () => {
  const analyze = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['systemd-analyze', ...args])
    return { exitCode, words: `${stdout}${stderr}` }
  }

  test('is understood', async () => {
    const copy = join(home, 'corkboard.service')
    await Bun.write(copy, (await Bun.file(UNIT).text()).replaceAll('/usr/local/bin/bun', bun))
    expect(analyze('verify', '--man=no', copy)).toEqual({ exitCode: 0, words: '' })
  })

  test('leaves the service little that it could do to its machine', () => {
    const { exitCode, words } = analyze('security', '--offline=yes', `--threshold=${MAX_EXPOSED * 10}`, UNIT)
    expect({ exitCode, words: words.slice(-200) }).toMatchObject({ exitCode: 0 })
  })
})

/** As the unit starts it: without rights, as a user that owns nothing, with its secrets in files. */
function asUnit(command: string): string[] {
  const own = command.replace('/usr/local/bin/bun', bun).split(' ')
  if (process.getuid?.() !== 0) return own
  return ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs', ...own]
}

test('a migration is never ended for the time that it takes', () => {
  expect(all('TimeoutStartSec')).toEqual(['infinity'])
})

test('a migration that is told to stop has as long for its statement as with compose', async () => {
  const { services } = Bun.YAML.parse(await Bun.file(join(ROOT, 'compose.yaml')).text()) as {
    services: { migrate: { stop_grace_period: string } }
  }
  expect(all('TimeoutStopSec').map((time) => time.replace('min', 'm'))).toEqual([services.migrate.stop_grace_period])
})

test('what it starts migrates, and serves with the secrets that it hands over', async () => {
  const {
    DB_PASSWORD,
    APP_PASSWORD_ENCRYPTION_KEY: _key,
    LOCAL_SESSION_SECRET: _secret,
    ...rest
  } = serviceEnvironment(database.config)
  const secrets = [DB_PASSWORD, TEST_ENCRYPTION_KEY, TEST_SESSION_SECRET]
  const credentials = all('LoadCredential').map((line) => line.split(':')[0]!)
  for (const [index, name] of credentials.entries())
    await Bun.write(join(home, 'credentials', name), `${secrets[index]}\n`)
  const own = all('Environment').map((line) => line.replace('%d', join(home, 'credentials')))
  const env = { ...rest, HOME: '/nonexistent', ...Object.fromEntries(own.map((line) => line.split('='))) }
  const cwd = join(home, 'corkboard')
  for (const command of all('ExecStartPre')) {
    const { exitCode, stderr } = Bun.spawnSync(asUnit(command), { cwd, env })
    expect({ exitCode, words: `${stderr}` }).toEqual({ exitCode: 0, words: '' })
  }
  const service = new Service(env, { command: asUnit(all('ExecStart')[0]!), cwd })
  expect(await (await fetch(`${await service.baseUrl()}/health`)).json()).toEqual({ ok: true, db: 'up' })
  expect(await service.stop()).toBe(0)
})
