import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type TestDatabase } from '../support/database'
import { type Image, makeReadOnly, replayDockerfile } from '../support/image'
import { Service, serviceEnvironment } from '../support/service'

const NOBODY = '65534'

let database: TestDatabase
let image: Image
let bun: string
let home: string

beforeAll(async () => {
  database = await createDatabase()
  // This checkout may lie where only its owner may look, and so may Bun, whose file need not be called so.
  home = await mkdtemp(join(tmpdir(), 'corkboard-image-'))
  await chmod(home, 0o755)
  const programs = join(home, 'bin')
  bun = join(programs, 'bun')
  await mkdir(programs)
  await copyFile(process.execPath, bun)
  await chmod(bun, 0o755)
  image = await replayDockerfile(home, programs)
  await makeReadOnly(image.folder)
})
afterAll(async () => {
  await database.drop()
  await Bun.$`chmod -R u+w ${home}`.quiet()
  await rm(home, { recursive: true })
})

/** As the image would run it: its own environment, no rights, a user that owns nothing. */
function asImage(command: string[]): string[] {
  const [program, ...rest] = command
  const own = [program === 'bun' ? bun : (program ?? ''), ...rest]
  if (process.getuid?.() !== 0) return own
  return ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs', ...own]
}

const environment = () => serviceEnvironment(database.config, { HOME: '/nonexistent', ...image.env })

async function operator(command: string[], input = ''): Promise<string> {
  const child = Bun.spawn(asImage(command), {
    cwd: image.folder,
    env: environment(),
    stdio: [new Blob([input]), 'pipe', 'pipe'],
  })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed: ${words}${output}`)
  return output
}

describe('the image', () => {
  test('fixes production, and holds the bundle alone, which states whose work went into it', async () => {
    expect(image.env.NODE_ENV).toBe('production')
    const names = await readdir(image.folder)
    expect(names).toContain('index.js')
    expect(names).not.toContainAnyValues(['node_modules', 'src', 'web', 'scripts'])
    const licenses = await Bun.file(join(image.folder, 'THIRD-PARTY-LICENSES')).text()
    for (const name of ['elysia', 'mysql2', 'date-holidays', 'swagger-ui-dist', 'preact', 'lucide']) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'))
    }
    const { components } = await Bun.file(join(image.folder, 'sbom.cdx.json')).json()
    expect(components.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['bun', 'elysia', 'mysql2', 'preact']),
    )
  })

  test('migrates, takes its first admin, serves the client, signs in and stops', async () => {
    await operator(['bun', 'run', 'db:migrate'])
    const added = await operator(
      ['bun', 'run', '--silent', 'member', 'add', '--name', 'Ada', '--username', 'ada', '--admin'],
      'correct horse\n',
    )
    expect(JSON.parse(added)).toEqual({ id: 1 })

    const service = new Service(environment(), { command: asImage(image.command), cwd: image.folder })
    const url = await service.baseUrl()
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ ok: true, db: 'up' })
    expect(await (await fetch(url)).text()).toContain('<!doctype html>')
    const login = await fetch(`${url}/api/auth/local/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: 'correct horse' }),
    })
    expect(login.status).toBe(200)
    expect(login.headers.getSetCookie()[0]).toMatch(
      /^local-session=.*HttpOnly.*Secure|^local-session=.*Secure.*HttpOnly/i,
    )

    // What lies beside the bundle, and is loaded by the first who asks.
    expect(await (await fetch(`${url}/api/openapi/json`)).json()).toHaveProperty(['paths', '/health'])
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      expect((await fetch(`${url}/api/openapi/${file}`)).status).toBe(200)
    }
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const holidays = await fetch(`${url}/api/subscriptions/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ holidays: { country: 'DE', region: 'BY' } }),
    })
    expect(holidays.status).toBe(200)
    expect(JSON.stringify(await holidays.json())).toContain('Epiphany')
    expect(await service.stop()).toBe(0)

    expect(await operator(['bun', 'run', '--silent', 'config'])).toContain(
      'NODE_ENV=production (source: environment)\n',
    )
    expect(await operator(['bun', 'run', '--silent', 'doctor'])).toMatch(
      /^ok {4}database: .*\n(ok {2}|warn) {2}version: /,
    )
    expect(await operator(['bun', 'run', '--silent', 'calendar', 'list'])).toBe('[]\n')
    expect(await operator(['bun', 'run', '--silent', 'sync', 'now'])).toBe('[]\n')
    expect(await operator(['bun', 'run', '--silent', 'provider', 'show'])).toContain('"stored":null')
    const archive = join(tmpdir(), `corkboard-${crypto.randomUUID()}.zip`)
    await operator(['bun', 'run', '--silent', 'export', '--admin', archive])
    expect((await stat(archive)).size).toBeGreaterThan(0)
    await rm(archive)
    expect(await operator(['bun', 'run', '--silent', 'backup', '-'])).not.toBe('')
  })
})
