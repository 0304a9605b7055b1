import { describe, expect, test } from 'bun:test'
import { ConfigError, readConfig } from '../../src/platform/config'
import { databaseVariables } from '../support/service'

const KNOWN = {
  ...databaseVariables({ host: 'h', port: 1, user: 'u', password: 'p', name: 'n' }),
  APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32),
  LOCAL_SESSION_SECRET: 's'.repeat(32),
}
const URL_ALONE = 'http://radicale:5232'

function homeOf(url?: string, users?: string, publicUrl?: string) {
  try {
    const home = { HOME_CALDAV_URL: url, HOME_CALDAV_USERS: users, HOME_CALDAV_PUBLIC_URL: publicUrl }
    return readConfig({ ...KNOWN, ...home }).home
  } catch (error) {
    return error instanceof ConfigError ? error.problems.map((problem) => problem.split(':')[0]) : error
  }
}

describe("the household's own calendar server", () => {
  const table: [Parameters<typeof homeOf>, unknown][] = [
    [[], null],
    [['', ' '], null],
    [[URL_ALONE, '/users'], { url: 'http://radicale:5232/', publicUrl: 'http://radicale:5232/', usersFile: '/users' }],
    [
      ['http://u:p@127.0.0.1:5232/dav?x#y', ' users ', 'https://dav.example.org'],
      { url: 'http://127.0.0.1:5232/dav/', publicUrl: 'https://dav.example.org/', usersFile: 'users' },
    ],
    [[URL_ALONE], ['HOME_CALDAV_USERS']],
    [[undefined, '/users'], ['HOME_CALDAV_URL']],
    [['radicale', '/users'], ['HOME_CALDAV_URL']],
    [[URL_ALONE, '/users', 'ftp://x/'], ['HOME_CALDAV_PUBLIC_URL']],
  ]
  test.each(table)('of %j', (given, expected) => expect(homeOf(...given)).toEqual(expected as never))
})
