import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestDatabase } from '../support/database'
import { createMigratedDatabase } from '../support/migrated-database'
import { refusal, serviceEnvironment } from '../support/service'

let database: TestDatabase
let taken: Bun.TCPSocketListener
beforeAll(async () => {
  database = await createMigratedDatabase()
  taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
})
afterAll(async () => {
  taken.stop(true)
  await database.drop()
})

/** Of a network that is kept for examples (RFC 5737): no machine's own. */
const NOT_HERE = '192.0.2.1'

describe('where the service cannot listen it says which variable is wrong, and nothing else', () => {
  const wrong: [string, () => Record<string, string>, string][] = [
    ['a port that is taken', () => ({ PORT: `${taken.port}` }), 'PORT: another program listens there'],
    ['an address of another machine', () => ({ HOST: NOT_HERE }), 'HOST, PORT: expected an address of this machine'],
    ['a port of the metrics that is taken', () => ({ METRICS_PORT: `${taken.port}` }), 'METRICS_PORT: another program'],
    [
      'an address of the metrics that is no machine’s',
      () => ({ METRICS_PORT: '0', METRICS_HOST: NOT_HERE }),
      'METRICS_HOST, METRICS_PORT: expected an address',
    ],
  ]
  test.each(wrong)('%s', async (_, more, words) => {
    const refused = await refusal(serviceEnvironment(database.config, more()))
    expect(refused.exitCode).toBe(1)
    expect(refused.words).toStartWith(`Corkboard cannot listen:\n  ${words}`)
    expect(refused.words.trimEnd().split('\n')).toHaveLength(2)
  })
})
