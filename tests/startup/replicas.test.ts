import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Listening, until } from '../features/sse/listening'
import type { TestDatabase } from '../support/database'
import { createMigratedDatabase } from '../support/migrated-database'
import { Service, serviceEnvironment } from '../support/service'

let database: TestDatabase
let services: Service[] = []
beforeAll(async () => {
  database = await createMigratedDatabase()
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await database.drop()
})

test('a process tells its streams what another one has written, which was killed at once', async () => {
  const env = serviceEnvironment(database.config, { DEV_AUTH_BYPASS: 'true' })
  const [here, there] = [new Service(env), new Service(env)]
  services = [here, there]
  const [hereUrl, thereUrl] = await Promise.all([here.baseUrl(), there.baseUrl()])
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await (await fetch(`${thereUrl}${path}`, init)).json()) as { id: number }
  }
  const listening = await new Listening(await fetch(`${hereUrl}/api/sse/lists`)).opened()
  const { id } = await post('/api/lists', { name: 'Market' })
  const item = await post(`/api/lists/${id}/items`, { text: 'Milk' })
  there.child.kill('SIGKILL')
  await there.child.exited
  services = [here]
  await until('the item', () => listening.frames.some(({ event }) => event === 'item:added'))
  expect(listening.frames.map(({ data }) => data.payload)).toEqual([
    { id, name: 'Market' },
    { id: item.id, listId: id, text: 'Milk' },
  ])
  await listening.leave()
})
