import { expect, test } from 'bun:test'
import { listUpdated } from '../../src/features/lists/announcements'
import { makeList } from './support/lists'
import { refuseUntilTriedAgain } from './support/refused'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

test('what has not changed is not sent again, and stays on the screen', async () => {
  const { home } = stage
  const id = await makeList(home, 'Groceries', 'Milk')
  const { page } = await stage.open({ path: `/lists/${id}`, size: 'phone' })
  await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
  await until(
    'her stream',
    () => home.ctx.hub.size,
    (size) => size > 0,
  )
  const items = `/api/lists/${id}/items`
  const unchanged = page.waitForResponse((response) => response.url().endsWith(items))
  home.ctx.hub.publish(listUpdated({ id, name: 'Groceries' }, [home.cast.ada.id]))
  expect((await unchanged).status()).toBe(304)
  // The next change comes as a whole again.
  const changed = page.waitForResponse((response) => response.url().endsWith(items) && response.status() === 200)
  await page.getByRole('textbox', { name: 'Add an item' }).fill('Eggs')
  await page.keyboard.press('Enter')
  await changed
  await page.getByRole('checkbox', { name: 'Eggs' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Milk' }).isVisible()).toBe(true)
})

test('an answer that breaks off on its way is none, and is asked for again', async () => {
  const { page } = await stage.open()
  await page.clock.install()
  const broken = page.waitForResponse(/freshness/)
  const again = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/events/freshness*', (route) => {
    asked++
    if (asked === 1) return route.fulfill({ contentType: 'application/json', body: '' })
    again.resolve()
    return route.continue()
  })
  await page.goto(`${stage.home.url}/?view=month`)
  await (await broken).finished()
  await page.getByRole('grid').first().waitFor()
  await page.clock.runFor(61_000)
  await again.promise
  expect(await page.getByRole('grid').first().isVisible()).toBe(true)
})

test('an answer that broke off is asked for whole, not whether it has changed', async () => {
  const id = await makeList(stage.home, 'Hardware', 'Nails')
  const { page } = await stage.open()
  await refuseUntilTriedAgain(page, `**/api/lists/${id}/items`, async (route) => {
    const response = await route.fetch()
    const { etag = '' } = response.headers()
    const body = (await response.text()).slice(0, -1)
    await route.fulfill({ contentType: 'application/json', headers: { etag }, body })
  })
  await page.goto(`${stage.home.url}/lists/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('checkbox', { name: 'Nails' }).waitFor()
})
