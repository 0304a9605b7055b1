import { test } from 'bun:test'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

test('nothing goes wrong when there is no connection at the time of the offer to install', async () => {
  const { page } = await stage.open()
  await page.clock.install()
  let failed = 0
  page.on('requestfailed', () => failed++)
  await page.route('**/assets/install-*.js', (route) => route.abort())
  await page.goto(`${stage.home.url}/lists`)
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  await until(
    'its words could not be loaded',
    async () => {
      await page.clock.fastForward('00:30')
      return failed
    },
    (times) => times > 0,
  )
  // An error that nobody has caught is told before this is answered, and the stage stands none.
  await page.evaluate(() => {})
})
