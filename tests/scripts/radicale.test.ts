import { expect, test } from 'bun:test'
import { startRadicale } from '../../scripts/local/radicale'
import { servers } from '../support/servers'

test('whoever else answers at the port is not taken for Radicale', async () => {
  const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('somebody else') })
  const folder = await servers.folder('radicale')
  const starting = startRadicale({ folder, port: other.port!, users: {} })
  expect(await starting.catch((error: Error) => error.message)).toContain('Radicale ended with exit code')
  await other.stop(true)
})
