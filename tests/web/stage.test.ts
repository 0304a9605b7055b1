import { afterAll, expect, test } from 'bun:test'
import { setStage } from './support/stage'

const stage = setStage()
const slow = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => {}) })
afterAll(() => slow.stop(true))

test('a story may end while an answer of its own is still on its way', async () => {
  const { page } = await stage.open()
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/lists', async (route) => {
    asked.resolve()
    const response = await route.fetch({ url: slow.url.href })
    await route.fulfill({ response })
  })
  await page.goto(`${stage.home.url}/lists`)
  await asked.promise
})

// Else nobody would be there to fail.
test('and none of it reaches the next', () => {
  expect(stage.home.url).toStartWith('http://')
})
