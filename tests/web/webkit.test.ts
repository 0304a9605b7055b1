import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../support/cast'
import { makeCalendar, plan, timed } from './support/events'
import { type Home, openHome } from './support/home'
import { itemsOf, makeList } from './support/lists'
import { until } from './support/until'
import { startWebKit, type WebKit, type WebKitWindow, whyNoWebKit } from './support/webkit'

/** Of the computer: what a page takes for today cannot be set in this engine. */
const now = new Date()
const today = now.toISOString().slice(0, 10)
const hour = now.toISOString().slice(0, 13)
/** Each with what its part draws alone, and words there. */
const SCREENS: [path: string, part: string, words: string][] = [
  ['/?view=month', '[role=grid]', ''],
  ['/?view=week', '.event-box', 'Handball'],
  ['/?view=day', '.event-box, .people-day', 'Handball'],
  ['/?view=agenda', '.agenda-day', 'Handball'],
  ['/lists', 'main li', 'House'],
  ['/wall', '.wall-day', 'Handball'],
  ['/account', 'main h2', 'Reminders'],
  ['/admin', 'main h2', 'Members'],
  ['/people', 'main h2', 'More birthdays'],
  ['/elsewhere', 'main h2', 'Calendars by a link'],
  ['/unsaved', 'main', 'Everything is saved'],
]

const says = (words: string) => (read: string) => read.includes(words)

/** As WebDriver says it. */
const ENTER = '\uE007'

const name = `in WebKit${whyNoWebKit === null ? '' : `: ${whyNoWebKit}`}`
describe.skipIf(whyNoWebKit !== null)(name, () => {
  let home: Home
  let list: number
  let webkit: WebKit
  beforeAll(async () => {
    home = await openHome({ at: now.toISOString() })
    const calendarId = await makeCalendar(home, home.cast.ada, 'Family', true)
    await plan(home, calendarId, timed('Handball', `${hour}:30Z`))
    list = await makeList(home, 'House')
    await ask(home, home.cast.ada, `POST /api/lists/${list}/items`, { text: 'Bins', due: today })
    webkit = await startWebKit(home)
  })
  afterAll(async () => {
    await webkit?.stop()
    await home?.close()
  })

  describe('a page that the browser has kept', () => {
    let window: WebKitWindow
    beforeAll(async () => {
      window = await webkit.open(home.cast.ada, 1280)
    })
    afterAll(() => window?.close())

    /** Goes elsewhere, and back to the same page; what other pages of the device do meanwhile is a script. */
    const comeBackAfter = async (script: string) => {
      const isAt = (path: string) => (found: string | null) => found === path
      await window.run(`window.isKept = true; addEventListener('pagehide', () => { ${script} }, { once: true })`)
      await window.run(`setTimeout(() => location.assign('/health'))`)
      await until('it is left', window.path, isAt('/health'))
      await window.run('setTimeout(() => history.back())')
      await until('it is back', window.path, isAt('/'))
    }

    test('shows nothing of a member who has signed out meanwhile', async () => {
      await window.go('/?view=agenda', '.agenda-day', 'Handball')
      await comeBackAfter('localStorage.removeItem("owner")')
      expect(await window.run<boolean>('return window.isKept')).toBe(true)
      await until('the way in', () => window.text('main'), says('Password'))
    })

    test('asks nobody for a password who has signed in meanwhile', async () => {
      // The page before has signed out; what it had for a session is still good.
      await comeBackAfter(`localStorage.setItem("owner", ${home.cast.ada.id}); localStorage.removeItem("signing-out")`)
      await until('the calendar', () => window.text('.agenda-day'), says('Handball'))
    })
  })

  describe.each([
    ['wide', 1280],
    ['narrow', 380],
  ])('in a %s window', (kind, width) => {
    let window: WebKitWindow
    beforeAll(async () => {
      window = await webkit.open(home.cast.ada, width)
    })
    afterAll(() => window?.close())

    test.each(SCREENS)('%s is drawn whole', async (path, part, words) => {
      await window.go(path, part, words)
      expect(await window.text('body')).not.toContain('went wrong')
      expect(await window.run<number>('return document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
        0,
      )
    })

    test('an item is added to a list, and ticked', async () => {
      const text = `Windows, ${kind}`
      const isThere = (isChecked: boolean) => (items: { text: string; checked: boolean }[]) =>
        items.some((item) => item.text === text && item.checked === isChecked)
      await window.go(`/lists/${list}`, '.item', 'Bins')
      await window.type('.add-item input', text + ENTER)
      await until('it is stored', () => itemsOf(home, list), isThere(false))
      await window.click(`.tick[aria-label="${text}"]`)
      await until('it is done', () => itemsOf(home, list), isThere(true))
    })

    test('a click into a date selects all of it, to be typed over', async () => {
      await window.go('/?view=month', '[role=grid]', '')
      await window.click('.fab')
      await window.click('.quick-add .start')
      await window.click('.date-input')
      const [value, selected] = await window.run<[string, string]>(
        'const { value, selectionStart, selectionEnd } = document.activeElement;' +
          'return [value, value.slice(selectionStart, selectionEnd)]',
      )
      expect(value).toMatch(/\d, 20\d\d$/)
      expect(selected).toBe(value)
    })
  })
})
