import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { holdRequests } from './support/late'
import { makeList } from './support/lists'
import { refuseUntilTriedAgain } from './support/refused'
import { keptOnDevice, workerReady } from './support/service-worker'
import { setStage } from './support/stage'
import { withoutStreams } from './support/streams'
import { until } from './support/until'

const stage = setStage()

beforeAll(async () => {
  await makeList(stage.home, 'Groceries', 'Milk')
})

describe('a list that somebody else has just made', () => {
  /** The phone has read the lists, and the service answers nothing about this one until `open` is called. */
  const missed = async (name: string) => {
    const { page, context } = await stage.open({ size: 'phone', serviceWorker: true })
    await withoutStreams(page)
    await page.goto(`${stage.home.url}/lists`)
    await page.getByRole('link', { name: /Groceries/ }).waitFor()
    await workerReady(page)
    await until(
      'the lists are put away',
      () => keptOnDevice(page, 'answers'),
      (kept) => kept.includes('Groceries'),
    )
    const id = await makeList(stage.home, name, 'Torch')
    return { page, context, path: `${stage.home.url}/lists/${id}` }
  }
  const gone = (page: Page) => page.getByText('This list is no longer there.').count()

  test('is being loaded, not gone, until the service has answered', async () => {
    const { page, path } = await missed('Night walk')
    const letGo = await holdRequests(page, /\/api\/lists\/\d+\/items/)
    await page.goto(path)
    await page.getByRole('heading', { name: 'Loading…' }).waitFor()
    await picture(page, 'list-loading-phone')
    expect(await gone(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    letGo()
    await page.getByRole('heading', { name: 'Night walk' }).waitFor()
    await page.getByRole('checkbox', { name: 'Torch' }).waitFor()
    expect(await page.getByText('Loading…').count()).toBe(0)
  })

  test('has not been loaded on a device without a connection, and comes with one', async () => {
    const { page, context, path } = await missed('Cave')
    await context.setOffline(true)
    await page.goto(path)
    await page.getByRole('heading', { name: 'This list has not been loaded on this device yet.' }).waitFor()
    await picture(page, 'list-not-here-phone')
    expect(await gone(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Cave' }).waitFor()
    await page.getByRole('checkbox', { name: 'Torch' }).waitFor()
  })

  test('is not drawn without its name where the lists cannot be read', async () => {
    const id = await makeList(stage.home, 'Camp', 'Torch')
    const { page } = await stage.open({ size: 'phone' })
    await withoutStreams(page)
    await refuseUntilTriedAgain(page, '**/api/lists', 403)
    await page.goto(`${stage.home.url}/lists/${id}`)
    await page.getByRole('heading', { name: 'This list could not be loaded.' }).waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await picture(page, 'list-unnamed-phone')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Camp' }).waitFor()
    await page.getByRole('checkbox', { name: 'Torch' }).waitFor()
  })

  test('is gone when the service says that there is none', async () => {
    const { page } = await stage.open({ size: 'phone', path: '/lists/987654' })
    await page.getByRole('heading', { name: 'This list is no longer there.' }).waitFor()
  })
})

test('a list whose items are coming says so, and counts none of them', async () => {
  const { page } = await stage.open({ path: '/lists' })
  const letGo = await holdRequests(page, /\/api\/lists\/\d+\/items/)
  await page.getByRole('link', { name: /Groceries/ }).click()
  await page.getByRole('heading', { name: 'Groceries' }).waitFor()
  await page.getByText('Loading…').waitFor()
  await picture(page, 'list-items-coming')
  const ring = page.getByRole('img', { name: /of \d+ done/ })
  expect(await ring.count()).toBe(0)
  letGo()
  await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
  await ring.waitFor()
  expect(await page.getByText('Loading…').count()).toBe(0)
})
