import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, mkdir, readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import packageJson from '../../package.json'
import { blockWith } from '../support/documents'
import { secret } from '../support/secrets'
import { servers } from '../support/servers'
import { Service } from '../support/service'
import { filesOfTree } from '../support/tree'

const MANUAL = 'docs/without-containers.md'
const PASSWORD = secret('the password of a database')
const NAME = `corkboard_${process.pid}`

/** The manual's folders and names, each below a folder of this run. */
let folder: string
let moved: (text: string) => string
beforeAll(async () => {
  folder = await servers.folder('without-containers')
  // The file of this runtime need not be called so.
  await mkdir(join(folder, 'bin'))
  await symlink(process.execPath, join(folder, 'bin/bun'))
  const mariadb = await servers.mariadb()
  const connection = await mariadb.connect()
  const [[{ socket }]] = (await connection.query('select @@socket as socket')) as unknown as [[{ socket: string }]]
  moved = (text) =>
    text
      .replaceAll('/etc/corkboard', join(folder, 'etc'))
      .replaceAll('/opt/corkboard', join(folder, 'opt'))
      .replaceAll('/run/mysqld/mysqld.sock', socket)
      .replaceAll(/\bPASSWORD\b/g, PASSWORD)
      .replaceAll(/DB_(USER|NAME)=corkboard\b/g, `DB_$1=${NAME}`)
  const statements = moved((await blockWith(MANUAL, 'create database')).replaceAll(/\bcorkboard\b/g, NAME))
  for (const statement of statements.trim().split('\n')) await connection.query(statement)
  await connection.end()
})
afterAll(async () => {
  const connection = await (await servers.mariadb()).connect()
  await connection.query(`drop database if exists ${NAME}`)
  await connection.query(`drop user if exists ${NAME}@localhost`)
  await connection.end()
})

const programs = () => `${folder}/bin:/usr/bin:/bin`

/** Runs a block of the manual as a person's shell does; `command` in place of the one that it is about. */
async function follow(words: string, { cwd = folder, input = '', command = words } = {}) {
  const block = (await blockWith(MANUAL, words)).replace(words, command)
  const child = Bun.spawn(['bash', '-e', '-c', moved(block)], {
    cwd,
    env: { PATH: programs(), HOME: process.env.HOME ?? folder },
    stdio: [new Blob([input]), 'pipe', 'pipe'],
  })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${words}: ${output}${complaint}`)
  return output
}

test('the manual names the Bun that the package is pinned to', async () => {
  expect(await blockWith(MANUAL, 'npm install --global')).toEndWith(` ${packageJson.packageManager}`)
})

describe('the manual, followed without containers', () => {
  test('from a clone to the first admin, who signs in', async () => {
    const clone = join(folder, 'clone')
    for (const path of await filesOfTree()) {
      await mkdir(dirname(join(clone, path)), { recursive: true })
      await cp(join(import.meta.dir, '../..', path), join(clone, path), { verbatimSymlinks: true })
    }
    await follow('bun run build /opt/corkboard', { cwd: clone })

    await follow('install -d -m 700 /etc/corkboard')
    const etc = join(folder, 'etc')
    expect((await stat(etc)).mode & 0o777).toBe(0o700)
    const variable = async (file: string) => secret((await readFile(join(etc, file), 'utf8')).trim())
    const settings = (await variable('environment')).split('\n').map((line) => line.split('=') as [string, string])
    const env = {
      PATH: programs(),
      ...Object.fromEntries(settings),
      PORT: '0',
      // As the unit says.
      NODE_ENV: 'production',
      DB_PASSWORD_FILE: join(etc, 'database-password'),
      APP_PASSWORD_ENCRYPTION_KEY_FILE: join(etc, 'encryption-key'),
      LOCAL_SESSION_SECRET_FILE: join(etc, 'session-secret'),
    }
    const opt = join(folder, 'opt')
    const migrated = Bun.spawnSync(['bun', 'run', 'db:migrate'], { cwd: opt, env })
    expect({ exitCode: migrated.exitCode, words: `${migrated.stderr}` }).toMatchObject({ exitCode: 0 })

    const username = 'ada'
    const added = await follow('bun run member add', { input: `${PASSWORD}\n` })
    expect(added).toContain('{"id":1}')
    // Every other command likewise; behind the # are the words of the one that stood there.
    const examined = await follow('bun run member add', { command: 'bun run doctor #' })
    expect(examined).toContain('ok    configuration: every variable can be used')
    expect(examined).toContain('ok    key: opens 0 of 0')
    const service = new Service(env, { command: [process.execPath, 'index.js'], cwd: opt })
    const login = await fetch(`${await service.baseUrl()}/api/auth/local/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    })
    expect(login.status).toBe(200)
    expect(await service.stop()).toBe(0)
  })
})
