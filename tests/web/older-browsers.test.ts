import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import type { Page } from 'playwright-core'
import { clientFolder } from './support/client'
import { planForAda, timed } from './support/events'
import { itemsOf, makeList } from './support/lists'
import { wholeForm } from './support/new-event'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage()

beforeAll(async () => {
  await planForAda(stage.home, timed('Physio', '2026-11-20T16:30Z'))
})

/** What Chrome 106 or Safari 15.6 lack and nothing of ours adds. */
const TOO_NEW: [what: string, files: string, pattern: RegExp][] = [
  ['lookbehind', '**/*.js', /\(\?<[=!]/],
  ['a regular expression with the flag v', '**/*.js', /\/[dgimsy]*v[dgimsy]*\.(test|exec)\(/],
  ['methods of sets', '**/*.js', /\.(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom|intersection|union)\(/],
  [
    'methods of iterators',
    '**/*.js',
    /\.(values|keys|entries)\(\)\.(map|filter|take|drop|some|every|find|reduce|toArray)\(/,
  ],
  ['promises', '**/*.js', /Promise\.(withResolvers|try)\b/],
  ['what is gathered', '**/*.js', /\b(Object\.groupBy|Array\.fromAsync|Iterator\.(from|concat))\b/],
  ['functions', '**/*.js', /\b(URL\.parse|RegExp\.escape|Error\.isError|Intl\.DurationFormat|Temporal\.\w+)\b/],
  ['bytes as text', '**/*.js', /\.toBase64\(|\.fromBase64\(|\.toHex\(/],
  ['a static block', '**/*.js', /\bstatic\s*\{/],
  ['a pseudo-class that throws', '**/*.js', /:popover-open|:open\b|:user-(in)?valid/],
  ['nesting', '**/*.css', /[{;]\s*&/],
  ['light-dark', '**/*.css', /light-dark\(/],
  ['a keyword for the format of a font', '**/*.css', /\bformat\([^"']/],
  ['what crashes Chrome 117 to 121 when it comes from the cache', '**/*.css', /@starting-style/],
  ['a scope', '**/*.css', /@scope\b/],
]

test.each(TOO_NEW)('what is built does without: %s', async (_, files, pattern) => {
  const folder = await clientFolder()
  const names = await Array.fromAsync(new Glob(files).scan({ cwd: folder }))
  const texts = await Promise.all(names.map(async (name) => [name, await Bun.file(join(folder, name)).text()] as const))
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.flatMap(([name, text]) => (pattern.test(text) ? [`${name}: ${pattern.exec(text)![0]}`] : []))).toEqual(
    [],
  )
})

/** Takes from a page what an older browser lacks: functions, popovers, and what its sheets ask for these. */
async function makeOlder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const missing: [object, ...string[]][] = [
      [Map, 'groupBy'],
      [URL, 'canParse'],
      [AbortSignal, 'any', 'timeout'],
      [Array.prototype, 'toReversed', 'toSorted', 'toSpliced', 'with'],
      [String.prototype, 'toWellFormed'],
      [Element.prototype, 'checkVisibility'],
      [HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover'],
      [HTMLButtonElement.prototype, 'popoverTargetElement'],
    ]
    for (const [from, ...names] of missing) for (const name of names) Reflect.deleteProperty(from, name)
    // The engine itself opens none.
    addEventListener(
      'click',
      (event) => (event.target as Element).closest('[popovertarget]') && event.preventDefault(),
      true,
    )
  })
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replaceAll('content-visibility', 'unknown-visibility')
      .replace(/@supports\s+not selector\(:popover-open\)/, '@media all')
    await route.fulfill({ response, body: `${body}[popover][data-open]{display:block}` })
  })
}

test('an older browser has a list and its menu', async () => {
  const list = await makeList(stage.home, 'House', 'Bins')
  const { page } = await stage.open()
  await makeOlder(page)
  await page.goto(`${stage.home.url}/lists/${list}`)
  await page.getByRole('textbox', { name: 'Add an item' }).fill('Windows')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Windows' }).check({ force: true })
  await until(
    'both, one ticked',
    () => itemsOf(stage.home, list),
    (items) => items.length === 2 && items.some(({ text, checked }) => checked && text === 'Windows'),
  )

  const more = page.getByRole('button', { name: 'More' })
  const menu = page.getByRole('menu')
  await more.click()
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  expect(await more.evaluate((button) => button.matches(':focus'))).toBe(true)
  await more.click()
  await page.getByRole('heading', { name: 'House' }).click()
  await menu.waitFor({ state: 'hidden' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit list' }).click()
  await menu.waitFor({ state: 'hidden' })
  await page.getByRole('dialog', { name: 'Edit list' }).waitFor()
})

test('an older browser has times to pick from', async () => {
  const { page } = await stage.open()
  await makeOlder(page)
  await page.goto(stage.home.url)
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('n')
  const form = await wholeForm(page)
  await form.getByRole('combobox', { name: 'Start time' }).click()
  await form.getByRole('option', { name: '20:00' }).click()
  expect(await form.getByRole('combobox', { name: 'Start time' }).inputValue()).toBe('20:00')
  await form.getByRole('listbox').waitFor({ state: 'hidden' })
})

test('an older browser shows one view of the calendar', async () => {
  const { page } = await stage.open()
  await makeOlder(page)
  await page.goto(`${stage.home.url}/?view=week&date=2026-11-20`)
  const event = page.locator('.event-box').filter({ hasText: 'Physio' })
  await event.waitFor()
  await page.keyboard.press('m')
  await page.locator('.month').waitFor()
  await event.waitFor({ state: 'hidden' })
  expect(await event.count()).toBe(1)
})

test('what is added there does what the browser’s own does', async () => {
  const { page } = await stage.open()
  const results = () =>
    page.evaluate(async () => {
      const [one, other] = [new AbortController(), new AbortController()]
      const either = AbortSignal.any([one.signal, other.signal])
      const before = either.aborted
      other.abort('enough')
      const soon = AbortSignal.timeout(1)
      await new Promise((resolve) => soon.addEventListener('abort', resolve))
      const numbers = [3, 1, 2]
      return {
        any: [before, either.aborted, either.reason, AbortSignal.any([either]).aborted, AbortSignal.any([]).aborted],
        timeout: soon.reason.name,
        groups: [...Map.groupBy('banana', (letter, index) => (index > 3 ? 'end' : letter))],
        urls: [URL.canParse('https://a.example'), URL.canParse('a'), URL.canParse('a', 'https://a.example')],
        copies: [
          numbers.toSorted(),
          numbers.toSorted((a, b) => b - a),
          numbers.toReversed(),
          numbers.toSpliced(1, 1, 7, 8),
          numbers.with(-1, 9),
          numbers,
        ],
        text: '\ud800 \u{1f370} \udc00'.toWellFormed(),
        visible: [document.body, document.head].map((one) => one.checkVisibility({ visibilityProperty: true })),
        loops: Object.keys([]),
      }
    })
  const path = `${stage.home.url}/unsaved`
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  const own = await results()
  await makeOlder(page)
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  expect(await page.evaluate(() => 'popover' in HTMLElement.prototype)).toBe(false)
  expect(await results()).toEqual(own)
})

test('a browser that is too old is told so at once, and nothing is drawn in it', async () => {
  const { page, problems } = await stage.open({ as: null })
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await page.goto(stage.home.url)
  await page.getByText('Corkboard has not started.').waitFor()
  expect(await page.locator('#app').innerHTML()).toBe('')
  expect(problems.splice(0)).toEqual(['error: This browser is too old'])
})
