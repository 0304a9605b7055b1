import { expect, test } from 'bun:test'
import { watchStalls } from '../support/event-loop'
import { picture } from './support/browser'
import { makeList } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

/** By the clock on the wall: nothing else runs beside it. */
test('what Ben does, Ada sees within a second', async () => {
  const id = await makeList(stage.home, 'Together', 'Milk')
  const ada = await stage.open({ path: `/lists/${id}`, size: 'tablet' })
  await ada.page.getByRole('checkbox', { name: 'Milk' }).waitFor()
  await until(
    'her stream',
    () => stage.home.ctx.hub.size,
    (size) => size > 0,
  )
  const ben = await stage.open({ as: stage.home.cast.ben, path: `/lists/${id}`, size: 'phone' })
  await ben.page.getByRole('textbox', { name: 'Add an item' }).fill('Eggs')
  const started = performance.now()
  const stalls = watchStalls()
  await ben.page.keyboard.press('Enter')
  await ada.page.getByRole('checkbox', { name: 'Eggs' }).waitFor()
  expect(performance.now() - started).toBeLessThan(1_000 + stalls.stop())
  await ada.page.getByRole('checkbox', { name: 'Milk' }).check()
  await ben.page.getByRole('list', { name: 'Done' }).getByText('Milk').waitFor()
  await picture(ada.page, 'lists-two-screens-tablet')
})
