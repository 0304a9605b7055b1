import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { configWarnings } from '../src/config-warnings'
import { type Environment, readConfig } from '../src/platform/config'
import { migrate } from '../src/platform/db/migrate'
import { createDatabase, type TestDatabase } from './support/database'
import { Service, serviceEnvironment } from './support/service'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  await migrate(database.config)
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
    ['OIDC_AUTH_EXPIRES', '-1', 'expected a number of seconds; 86400 are used'],
    ['TZ', 'Europe/Nowhere', 'expected the name of a time zone, for example Europe/Berlin; it is ignored'],
    ['TZ', '+01:00', 'expected the name of a time zone, for example Europe/Berlin; it is ignored'],
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
  ['a zone', { TZ: 'Europe/Berlin' }],
  ['a whole provider', OIDC],
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
