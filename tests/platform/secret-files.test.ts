import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '../../src/platform/cli-errors'
import { ConfigError } from '../../src/platform/config'
import { databaseFromEnvironment } from '../../src/platform/db/connect'
import { loadConfig } from '../../src/platform/load-config'
import { SECRET_NAMES } from '../../src/platform/variables'
import { serviceEnvironment } from '../support/service'

const SECRET = 'kept-in-a-file'
const KEY = 'ab'.repeat(32)
const LONG = 's'.repeat(40)
const DATABASE = { host: 'h', port: 1, user: 'u', password: 'in the environment', name: 'n' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corkboard-secrets-'))
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'large'), 'x'.repeat(65_537))
  await writeFile(join(folder, 'empty'), '\n')
  await writeFile(join(folder, 'bytes'), Uint8Array.of(0xff, 0xfe, 0))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(text: string) {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, text)
  return path
}

const without = (...names: string[]) => {
  const env: Record<string, string | undefined> = { ...serviceEnvironment(DATABASE) }
  for (const name of names) delete env[name]
  return env
}

function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('a secret may stand in a file', () => {
  test.each([
    ['as it is', KEY],
    ['with a newline', `${KEY}\n`],
    ['with the newline of Windows', `${KEY}\r\n`],
    ['with the mark of some editors', `\ufeff${KEY}\n`],
  ])('%s', async (_, text) => {
    const env = { ...without('APP_PASSWORD_ENCRYPTION_KEY'), APP_PASSWORD_ENCRYPTION_KEY_FILE: await fileOf(text) }
    const { config, fromFile } = loadConfig(env)
    expect(config.encryptionKey.toString('hex')).toBe(KEY)
    expect([...fromFile]).toEqual(['APP_PASSWORD_ENCRYPTION_KEY'])
  })

  test('only the last newline goes: the rest may be part of it', async () => {
    const env = { ...without('DB_PASSWORD'), DB_PASSWORD_FILE: await fileOf(' two\nlines \n\n') }
    expect(loadConfig(env).config.database.password).toBe(' two\nlines \n')
  })

  test('every one, and the service starts from files alone', async () => {
    const values: Record<string, string> = {
      APP_PASSWORD_ENCRYPTION_KEY: KEY,
      APP_PASSWORD_ENCRYPTION_KEY_PREVIOUS: KEY,
      LOCAL_SESSION_SECRET: LONG,
      REPLICA_BUS_URL: 'redis://:word@bus:6379',
    }
    const env = without(...SECRET_NAMES)
    for (const name of SECRET_NAMES) env[`${name}_FILE`] = await fileOf(`${values[name] ?? `${SECRET}-${name}`}\n`)
    const STORAGE = {
      BACKUP_S3_ENDPOINT: 'https://s3.example.org',
      BACKUP_S3_BUCKET: 'family',
      BACKUP_S3_ACCESS_KEY_ID: 'id',
    }
    const rest = { ...STORAGE, BACKUP_DIR: '/backups', VAPID_SUBJECT: 'mailto:a@b.de', VAPID_PUBLIC_KEY: 'p' }
    const { config, fromFile } = loadConfig({ ...env, ...rest })
    expect(new Set(fromFile)).toEqual(new Set(SECRET_NAMES))
    expect(config).toMatchObject({
      database: { password: `${SECRET}-DB_PASSWORD` },
      sessionSecret: LONG,
      oidcClientSecret: `${SECRET}-OIDC_CLIENT_SECRET`,
      vapid: { privateKey: `${SECRET}-VAPID_PRIVATE_KEY` },
      backups: { storage: { secretAccessKey: `${SECRET}-BACKUP_S3_SECRET_ACCESS_KEY` } },
      metricsToken: `${SECRET}-METRICS_TOKEN`,
      replicaBusUrl: 'redis://:word@bus:6379',
    })
  })

  test('a variable that is blank may stand beside its file, and a blank file variable is none', async () => {
    const env = { ...without(), DB_PASSWORD: '', DB_PASSWORD_FILE: await fileOf(SECRET), METRICS_TOKEN_FILE: ' ' }
    const { config } = loadConfig(env)
    expect(config.database.password).toBe(SECRET)
    expect(config.metricsToken).toBeNull()
  })
})

describe('a file that cannot be used is said by its variable, once and without a value', () => {
  test.each([
    ['folder', 'expected a file, not a folder'],
    ['nowhere', 'the file cannot be read (ENOENT)'],
    ['empty', 'the file is empty'],
    ['large', 'expected at most 64 KiB'],
    ['bytes', 'expected text in UTF-8'],
  ])('%s: %s', (name, words) => {
    const env = { ...without('LOCAL_SESSION_SECRET'), LOCAL_SESSION_SECRET_FILE: join(folder, name) }
    expect(problemsOf(env)).toEqual([`LOCAL_SESSION_SECRET_FILE: ${words}`])
  })

  test('what would wait for a writer is not read', () => {
    expect(problemsOf({ ...without(), METRICS_TOKEN_FILE: '/dev/zero' })).toEqual([
      'METRICS_TOKEN_FILE: expected a regular file',
    ])
  })

  test('both the secret and its file, beside everything else that is wrong', async () => {
    const env = { ...without(), DB_PASSWORD_FILE: await fileOf(SECRET), DB_NAME: '', PORT: 'x' }
    const problems = problemsOf(env)
    expect(problems).toEqual([
      'DB_NAME: the database name',
      'PORT: a port number from 0 to 65535',
      'DB_PASSWORD_FILE: DB_PASSWORD is set as well: keep one of the two',
    ])
    expect(problems.join()).not.toContain(SECRET)
  })
})

describe('the commands read the same', () => {
  test('the password of the database, and no other secret', async () => {
    const env = {
      ...without('DB_PASSWORD'),
      DB_PASSWORD_FILE: await fileOf(`${SECRET}\n`),
      METRICS_TOKEN_FILE: join(folder, 'nowhere'),
    }
    expect(databaseFromEnvironment(env).password).toBe(SECRET)
  })

  test('what is wrong with it is said', () => {
    const env = { ...without('DB_PASSWORD', 'DB_NAME'), DB_PASSWORD_FILE: join(folder, 'empty') }
    const read = () => databaseFromEnvironment(env)
    expect(read).toThrow(CliError)
    expect(read).toThrow('DB_PASSWORD_FILE: the file is empty')
    expect(read).toThrow('DB_NAME: the database name')
    expect(read).not.toThrow('must be set')
  })
})
