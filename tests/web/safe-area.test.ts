import { beforeAll, expect, test } from 'bun:test'
import { planForAda, timed } from './support/events'
import { makeList } from './support/lists'
import { setStage } from './support/stage'

const stage = setStage({ at: '2026-11-18T09:30:00Z' })

beforeAll(async () => {
  await planForAda(stage.home, timed('Handball', '2026-11-21T10:00Z', 60))
  await makeList(stage.home, 'Groceries')
})

/** An iPhone on its side: what its camera and its rounded corners take on the left and on the right, in pixels. */
const PHONE = { width: 844, height: 390, camera: 59 }
/** Each with what its part draws alone. */
const SCREENS: [path: string, part: string][] = [
  ['/?view=month&date=2026-11-18', '[role=grid]'],
  ['/?view=week&date=2026-11-18', '.event-box'],
  ['/?view=agenda&date=2026-11-18', '.agenda-day'],
  ['/lists', 'main li'],
  ['/wall', '.wall-day'],
  ['/account', 'main h2'],
]

test.each(SCREENS)('nothing that is tapped lies below the camera of a phone on its side: %s', async (path, part) => {
  const { page, context } = await stage.open({ size: 'phone' })
  const { camera, ...size } = PHONE
  await page.setViewportSize(size)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: camera, right: camera, bottom: 21 } })
  await page.goto(stage.home.url + path)
  await page.locator(part).first().waitFor()
  const below = await page.evaluate((inset) => {
    const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
    return controls.flatMap((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      const isSeen =
        width > 1 && control.checkVisibility({ visibilityProperty: true }) && !control.matches('.skip-link')
      return isSeen && (left < inset || right > innerWidth - inset) ? [control.outerHTML.slice(0, 120)] : []
    })
  }, camera)
  expect(below).toEqual([])
})
