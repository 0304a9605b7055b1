import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { configWarnings } from '../src/config-warnings'
import { type Environment, readConfig } from '../src/platform/config'
import type { TestDatabase } from './support/database'
import { createMigratedDatabase } from './support/migrated-database'
import { Service, serviceEnvironment } from './support/service'

let database: TestDatabase
beforeAll(async () => {
  database = await createMigratedDatabase()
})
afterAll(() => database.drop())

const warningsOf = (more: Environment) => {
  const env = { ...serviceEnvironment(database.config), ...more }
  return configWarnings(env, readConfig(env))
}

describe('what is set and cannot be used is said, with what holds instead and without the value', () => {
  const unusable: [string, string, string][] = [
    ['LOCAL_SESSION_EXPIRES', '90 days', 'expected a number of seconds; 86400 are used'],
    ['LOCAL_SESSION_EXPIRES', '0', 'expected a number of seconds; 86400 are used'],
    ['LOCAL_SESSION_EXPIRES', '999999999999', 'expected a number of seconds; 86400 are used'],
    ['OIDC_AUTH_EXPIRES', '-1', 'expected a number of seconds; 86400 are used'],
    ['TZ', 'Europe/Nowhere', 'expected the name of a time zone, for example Europe/Berlin; it is ignored'],
    ['TZ', '+01:00', 'expected the name of a time zone, for example Europe/Berlin; it is ignored'],
    ['DEV_AUTH_BYPASS', 'yes', 'expected true or false; it is off'],
    ['VAPID_SUBJECT', 'mailto:ada@example.org', 'has no effect without VAPID_PUBLIC_KEY'],
    ['VAPID_PRIVATE_KEY', 'secret', 'has no effect without VAPID_PUBLIC_KEY'],
    ['LOCAL_SESION_SECRET', 'secret', 'nothing reads it; is LOCAL_SESSION_SECRET meant?'],
    ['METRICS_HOST', '0.0.0.0', 'has no effect without METRICS_PORT'],
    ['OIDC_CLIENT_ID', 'corkboard', 'has no effect without OIDC_ISSUER'],
    [
      'HOME_CALDAV_PUBLIC_URL',
      'https://calendar.example.org/',
      'has no effect without HOME_CALDAV_URL and HOME_CALDAV_USERS',
    ],
  ]
  test.each(unusable)('%s=%s', (name, value, words) => {
    expect(warningsOf({ [name]: value })).toEqual([`${name}: ${words}`])
  })
})

test('what a socket makes void is said', () => {
  expect(warningsOf({ DB_SOCKET: '/run/s', DB_TLS: 'on' })).toEqual([
    'DB_HOST: has no effect beside DB_SOCKET',
    'DB_PORT: has no effect beside DB_SOCKET',
    'DB_TLS: has no effect beside DB_SOCKET',
  ])
})

test('the time of backups without their folder is said', () => {
  const words = 'BACKUP_DIR: without it the other BACKUP_… have no effect, and no backups are made'
  expect(warningsOf({ BACKUP_AT: '04:00' })).toEqual([words])
  expect(warningsOf({ BACKUP_AT: '04:00', BACKUP_DIR: '/backups' })).toEqual([])
  expect(warningsOf({ BACKUP_AGE_IDENTITY_FILE: '/identity' })).toEqual([])
})

const OIDC = {
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'corkboard',
  OIDC_CLIENT_SECRET: 'x',
  OIDC_AUTH_EXTERNAL_URL: 'https://corkboard.example.org',
}
const usable: [string, Environment][] = [
  ['nothing', {}],
  ['what is blank', { LOCAL_SESSION_EXPIRES: ' ', TZ: '', OIDC_CLIENT_ID: '' }],
  ['lifetimes', { LOCAL_SESSION_EXPIRES: '3600', OIDC_AUTH_EXPIRES: ' 7200.5 ' }],
  ['the default', { LOCAL_SESSION_EXPIRES: '86400' }],
  ['no bypass', { DEV_AUTH_BYPASS: 'false' }],
  ['a zone', { TZ: 'Europe/Berlin' }],
  ['a whole provider', OIDC],
  ['a listener for metrics', { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }],
]
test.each(usable)('of %s nothing is said', (_, env) => {
  expect(warningsOf(env)).toEqual([])
})

test('the service says it at its start, and starts', async () => {
  const service = new Service(serviceEnvironment(database.config, { LOCAL_SESSION_EXPIRES: '90 days' }))
  const line = await service.said('LOCAL_SESSION_EXPIRES: expected a number of seconds; 86400 are used')
  expect(line.level).toBe('warn')
  expect((await fetch(`${await service.baseUrl()}/health`)).status).toBe(200)
  expect(await service.stop()).toBe(0)
})
