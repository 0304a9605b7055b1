import { expect, test } from 'bun:test'
import { ConfigError, readConfig } from '../../src/platform/config'
import { databaseVariables } from '../support/service'

const KNOWN = {
  ...databaseVariables({ host: 'h', port: 1, user: 'u', password: 'p', name: 'n' }),
  APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32),
  LOCAL_SESSION_SECRET: 's'.repeat(32),
}

test.each([
  [undefined, null],
  [' ', null],
  ['redis://valkey:6379', 'redis://valkey:6379'],
  ['rediss://:word@bus.example.org', 'rediss://:word@bus.example.org'],
  ['valkey://valkey', 'valkey://valkey'],
])('REPLICA_BUS_URL %p is %p', (given, expected) => {
  expect(readConfig({ ...KNOWN, REPLICA_BUS_URL: given }).replicaBusUrl).toBe(expected)
})

test.each(['valkey:6379', 'http://:word@valkey', 'redis://', 'word'])('REPLICA_BUS_URL %p is refused', (given) => {
  const read = () => readConfig({ ...KNOWN, REPLICA_BUS_URL: given })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/^REPLICA_BUS_URL: /)
  expect(read).not.toThrow('word@')
})
