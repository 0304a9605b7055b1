import { describe, expect, test } from 'bun:test'
import { feedUrl, isForbidden } from '../../../src/calendar/feeds/address'
import { ConfigError, readConfig } from '../../../src/platform/config'
import { serviceEnvironment } from '../../support/service'

const DATABASE = { host: '127.0.0.1', port: 3306, user: 'u', password: '', name: 'n' }
const configOf = (allow: string) => readConfig(serviceEnvironment(DATABASE, { SUBSCRIPTIONS_ALLOW: allow }))
const config = configOf(' Hub.lan:8080, 192.168.1.5:80 ,[fd00::1]:443')

describe('the address of a feed', () => {
  test.each([
    ['https://example.org/a.ics', 'https://example.org/a.ics'],
    ['  http://example.org/a.ics ', 'http://example.org/a.ics'],
    ['webcal://Example.org/a?b=c', 'https://example.org/a?b=c'],
    ['WEBCAL://hub.lan:8080/a', 'http://hub.lan:8080/a'],
    ['webcal://192.168.1.5/a', 'http://192.168.1.5/a'],
    ['webcal://192.168.1.5:81/a', 'https://192.168.1.5:81/a'],
    ['webcals://example.org/', null],
    ['ftp://example.org/', null],
    ['file:///etc/passwd', null],
    ['example.org/a.ics', null],
    ['https://', null],
    [`https://${'a'.repeat(300)}.example/`, null],
  ])('%s', (text, expected) => {
    expect(feedUrl(text, config)?.href ?? null).toBe(expected)
  })

  test.each([
    ['http://hub.lan:8080/', false],
    ['http://192.168.1.5/', false],
    ['https://192.168.1.5/', true],
    ['http://192.168.1.5:8080/', true],
    ['https://[fd00::1]/', false],
    ['http://[fd00::1]/', true],
    ['https://localhost/', true],
    ['https://a.localhost./', true],
    ['https://[::ffff:10.0.0.1]/', true],
    ['https://0177.1/', true],
    ['https://example.org/', false],
    ['https://9.9.9.9/', false],
  ])('%s is forbidden: %p', (text, expected) => {
    expect(isForbidden(new URL(text), config)).toBe(expected)
  })
})

describe('SUBSCRIPTIONS_ALLOW', () => {
  test.each(['hub.lan', 'http://hub.lan:80', 'hub.lan:99999', 'hub.lan:80/path', 'user@hub.lan:80', '*:80 :81'])(
    'refuses %s',
    (text) => {
      expect(() => configOf(text)).toThrow(ConfigError)
    },
  )

  test('may be left out', () => {
    expect(configOf('').subscriptionsAllow).toEqual([])
  })
})
