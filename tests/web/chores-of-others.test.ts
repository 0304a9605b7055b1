import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ask } from '../support/cast'
import type { Size } from './support/browser'
import { NOW, setClock } from './support/calendars'
import { setStage } from './support/stage'

const stage = setStage({ at: NOW, env: { TZ: 'Europe/Berlin' } })

beforeAll(async () => {
  const { ada, ben, cleo } = stage.home.cast
  const say = (request: string, body: object) => ask<{ id: number }>(stage.home, ada, request, body)
  const { body: house } = await say('POST /api/lists', { name: 'House', kind: 'chores' })
  for (const [text, due, ...assigneeIds] of [
    ['Bins', '2026-11-22', ben.id, cleo.id],
    ['Windows', '2026-11-22', cleo.id],
    ['Leaves', '2026-11-22'],
    ['Freezer', '2026-11-25', cleo.id],
  ] as const)
    await say(`POST /api/lists/${house.id}/items`, { text, due, assigneeIds })
})

async function open(path: string, size: Size): Promise<Page> {
  const { page } = await stage.open({ size })
  await setClock(page)
  await page.goto(stage.home.url + path)
  return page
}

const onlyBen = (page: Page) =>
  page.getByRole('group', { name: 'People' }).getByRole('button', { name: 'Ben', exact: true }).click()

test.each([
  ['/day/2026-11-22', 'laptop'],
  ['/day/2026-11-22', 'phone'],
  ['/?view=month&date=2026-11-22', 'phone'],
  ['/?view=agenda&date=2026-11-22', 'laptop'],
] as const)('what only others are to do is hidden with them: %s on a %s', async (path, size) => {
  const page = await open(path, size)
  const due = (name: string) => page.getByRole('main').getByRole('checkbox', { name }).first()
  await due('Windows').waitFor()
  await onlyBen(page)
  await due('Windows').waitFor({ state: 'detached' })
  // What he does with somebody, and what anybody may do, are his as well.
  await due('Bins').waitFor()
  await due('Leaves').waitFor()
})

test('a day with nothing else is a free one in the agenda', async () => {
  const page = await open('/?view=agenda&date=2026-11-22', 'laptop')
  const day = (name: string) => page.getByRole('region', { name, exact: true })
  await day('Wednesday 25 November').getByText('Freezer').waitFor()
  await onlyBen(page)
  await day('Wednesday 25 November').waitFor({ state: 'detached' })
  expect(await day('Sunday 22 November').getByText('Leaves').count()).toBe(1)
})
