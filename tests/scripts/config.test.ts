import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { effectiveConfig } from '../../src/platform/effective-config'
import { isSecret, SECRET_NAMES, VARIABLE_NAMES } from '../../src/platform/variables'
import { checkout } from '../support/checkout'
import { serviceEnvironment } from '../support/service'

const ROOT = join(import.meta.dir, '../..')
const DATABASE = { host: 'db', port: 3307, user: 'u', password: 'no word of it', name: 'n' }

const config = (env: Record<string, string>, ...args: string[]) => configIn(ROOT, env, ...args)

async function configIn(cwd: string, env: Record<string, string>, ...args: string[]) {
  const child = Bun.spawn([process.execPath, 'run', '--silent', 'config', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { lines: output.trimEnd().split('\n'), output, words, exitCode: await child.exited }
}

describe('bun run config', () => {
  test('shows what holds and where it comes from, a line each, and no secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-config-'))
    const file = join(folder, 'token')
    await writeFile(file, 'twelve chars\n')
    const { NODE_ENV: _, ...env } = serviceEnvironment(DATABASE, {
      METRICS_TOKEN_FILE: file,
      OIDC_AUTH_EXPIRES: '90 days',
      CALDAV_URL: 'https://ada:hidden@dav.example.org/',
      METRIC_TOKEN: 'x',
    })
    const { lines, output, words, exitCode } = await config(env)
    await rm(folder, { recursive: true })
    expect(exitCode).toBe(0)
    expect(lines.map((line) => line.split('=')[0]!)).toEqual(VARIABLE_NAMES)
    expect(lines).toEqual(
      expect.arrayContaining([
        'DB_HOST=db (source: environment)',
        'DB_PASSWORD=(set, 13 characters) (source: environment)',
        'METRICS_TOKEN=(set, 12 characters) (source: file)',
        'OIDC_CLIENT_SECRET=(not set) (source: default)',
        'OIDC_AUTH_EXPIRES=86400 (source: default)',
        'NODE_ENV=production (source: environment)',
        'CALDAV_URL=https://…@dav.example.org/ (source: environment)',
      ]),
    )
    expect(words).toContain('warning: METRIC_TOKEN: nothing reads it; is METRICS_TOKEN meant?')
    for (const value of [DATABASE.password, env.LOCAL_SESSION_SECRET, env.APP_PASSWORD_ENCRYPTION_KEY, 'hidden']) {
      expect(output + words).not.toContain(value!)
    }
  })

  test('is wrong with every problem, also for machines', async () => {
    const { LOCAL_SESSION_SECRET: secret, ...env } = serviceEnvironment(DATABASE, { PORT: 'eighty' })
    const wrong = await config({ ...env, LOCAL_SESION_SECRET: secret! })
    expect(wrong).toMatchObject({ exitCode: 1 })
    expect(wrong.words).toContain('wrong: PORT: a port number')
    expect(wrong.words).toContain('is LOCAL_SESSION_SECRET meant?')
    const { exitCode, output } = await config({ ...env, LOCAL_SESION_SECRET: secret! }, '--json')
    const { variables, problems, warnings } = JSON.parse(output)
    expect({ exitCode, problems: problems.length, warnings: warnings.length }).toEqual({
      exitCode: 1,
      problems: 2,
      warnings: 1,
    })
    expect(variables[0]).toEqual({ name: 'DB_HOST', value: 'db', source: 'environment' })
    expect(output).not.toContain(secret!)
  })

  test('a session secret of blanks is none', async () => {
    const blank = { LOCAL_SESSION_SECRET: ' '.repeat(40), LOCAL_SESSION_SECRET_PREVIOUS: ' '.repeat(40) }
    const { exitCode, output, words } = await config(serviceEnvironment(DATABASE, blank))
    expect(output).toContain('LOCAL_SESSION_SECRET=(not set) (source: default)')
    expect(words).toBe('wrong: LOCAL_SESSION_SECRET: at least 32 characters (openssl rand -base64 48)\n')
    expect(exitCode).toBe(1)
  })

  test('says why push would be off, as the start does', async () => {
    const { words, exitCode } = await config(serviceEnvironment(DATABASE, { VAPID_PUBLIC_KEY: 'x' }))
    expect(exitCode).toBe(0)
    expect(words).toContain('warning: push is off: VAPID_PUBLIC_KEY is set, but')
  })

  test('knows nothing of a file .env, which is for compose', async () => {
    const folder = await checkout()
    await writeFile(join(folder, '.env'), 'OIDC_ISSUER=https://id.example.org\nTZ=UTC\n')
    const { lines } = await configIn(folder, serviceEnvironment(DATABASE))
    expect(lines).toEqual(
      expect.arrayContaining(['OIDC_ISSUER=(not set) (source: default)', 'TZ=(not set) (source: default)']),
    )
  })

  test('an option that nobody knows is answered with the usage', async () => {
    expect(await config({ PATH: process.env.PATH ?? '' }, '--yaml')).toMatchObject({ exitCode: 1, output: '' })
  })
})

test('no secret has a value to show, whatever it is', () => {
  const env = Object.fromEntries(VARIABLE_NAMES.map((name) => [name, `value of ${name}`]))
  const secrets = effectiveConfig({ env, fromFile: new Set() }).filter(({ name }) => isSecret(name))
  expect(secrets.map(({ name }) => name)).toEqual([...SECRET_NAMES])
  for (const { value } of secrets) expect(value).toBeNull()
  // A name that says so is one.
  expect(VARIABLE_NAMES.filter((name) => /PASSWORD|SECRET|PRIVATE|TOKEN/.test(name) && !isSecret(name))).toEqual([])
})

test('what a value holds cannot begin another line', () => {
  const [host] = effectiveConfig({ env: { DB_HOST: 'a\nDB_USER=b\u001b[2J' }, fromFile: new Set() })
  expect(host?.value).toBe('a DB_USER=b [2J')
})
