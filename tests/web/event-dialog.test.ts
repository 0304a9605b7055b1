import { beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { NOW } from './support/calendars'
import { editOpened, openForm } from './support/event-card'
import { planForAda, timed } from './support/events'
import { wholeForm } from './support/new-event'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  await planForAda(stage.home, timed('Physio', '2026-11-20T16:30Z', 45))
})

/** Holds back the answers to some requests until they are let go. */
async function holdBack(page: Page, pattern: string | RegExp) {
  const gate = Promise.withResolvers<void>()
  let count = 0
  await page.route(pattern, async (route) => {
    count++
    await gate.promise
    await route.continue()
  })
  const asked = () =>
    until(
      `${pattern} is asked for`,
      () => count,
      (times) => times > 0,
    )
  return { asked, letGo: gate.resolve }
}

async function open(page: Page) {
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/?view=agenda`)
  const physio = page.locator('.event-row', { hasText: 'Physio' })
  await physio.waitFor()
  return physio
}

const dialogs = (page: Page) => page.getByRole('dialog').count()

/** Long enough for whatever was on its way to be drawn. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

describe('Escape', () => {
  test('while the card itself is still being loaded means that it is not wanted any more', async () => {
    const { page } = await stage.open()
    const card = await holdBack(page, /\/assets\/.*event-card.*\.js$/)
    const physio = await open(page)
    await physio.focus()
    await page.keyboard.press('Enter')
    await card.asked()
    await page.keyboard.press('Escape')
    card.letGo()
    await settled(page)
    expect(await dialogs(page)).toBe(0)
    expect(await physio.evaluate((element) => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Physio' }).getByText('17:30 – 18:15').waitFor()
  })

  test('while the event is still being asked for closes the dialog, whatever the answer', async () => {
    const { page } = await stage.open()
    const physio = await open(page)
    const event = await holdBack(page, '**/api/events/*/edit*')
    await physio.click()
    await page.getByRole('dialog', { name: 'Physio' }).getByText('Looking for notes…').waitFor()
    await editOpened(page)
    await page.getByRole('dialog').getByText('Loading the event…').waitFor()
    await event.asked()
    await page.keyboard.press('Escape')
    event.letGo()
    await settled(page)
    expect(await dialogs(page)).toBe(0)
    await until(
      'the focus is back',
      () => physio.evaluate((element) => element.matches(':focus')),
      (isBack) => isBack,
    )
  })

  test('while a question is still being loaded answers it with no', async () => {
    const { page } = await stage.open()
    const question = await holdBack(page, /\/assets\/.*confirm-dialog.*\.js$/)
    const meeting = { isMeeting: true, isOrganizer: true, organizer: null, attendees: [{ name: 'Tom', email: null }] }
    await page.route('**/api/events/*/meeting*', (route) => route.fulfill({ json: meeting }))
    const physio = await open(page)
    await physio.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await question.asked()
    await page.keyboard.press('Escape')
    question.letGo()
    await settled(page)
    expect(await dialogs(page)).toBe(0)
    await physio.waitFor()
  })
})

test('the dialog is the same one from the first moment on: a key that was meant for it before is not lost', async () => {
  const { page } = await stage.open()
  const physio = await open(page)
  const event = await holdBack(page, '**/api/events/*/edit*')
  await openForm(page, physio)
  const dialog = page.getByRole('dialog', { name: 'Edit event' })
  await dialog.getByText('Loading the event…').waitFor()
  await dialog.evaluate((element) => element.setAttribute('data-seen', ''))
  event.letGo()
  await dialog.getByLabel('Title').waitFor()
  expect(await dialog.getAttribute('data-seen')).toBe('')
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
})

describe('a time', () => {
  async function newEvent() {
    const { page } = await stage.open()
    await open(page)
    await page.keyboard.press('n')
    await wholeForm(page)
    const field = (name: string) => page.getByRole('dialog').getByRole('combobox', { name })
    const ends = { endDate: field('End date'), end: field('End time') }
    return { page, startDate: field('Start date'), start: field('Start time'), ...ends }
  }

  async function typeInto(field: Locator, text: string) {
    await field.focus()
    await field.selectText()
    await field.pressSequentially(text)
  }

  test.each(['9:30', '7.15 pm', '17h'])('is typed key by key: %s', async (text) => {
    const { page, start } = await newEvent()
    await start.click()
    for (let length = 1; length <= text.length; length++) {
      await page.keyboard.press(text[length - 1]!)
      await settled(page)
      expect(await start.inputValue()).toBe(text.slice(0, length))
    }
  })

  test('that ends the event follows its start before anything else can be typed', async () => {
    const { start } = await newEvent()
    const following = await start.evaluate(async (input: HTMLInputElement) => {
      const [, end] = document.querySelectorAll<HTMLInputElement>('.time-input')
      input.select()
      document.execCommand('insertText', false, '19:15')
      for (let turns = 0; turns < 10; turns++) await Promise.resolve()
      return end!.value
    })
    expect(following).toBe('20:15')
  })

  test('and a date that are typed key by key leave the event as long as it was', async () => {
    const { startDate, start, endDate, end } = await newEvent()
    await typeInto(startDate, '24 Dec 2026')
    await typeInto(start, '19:30')
    await startDate.focus()
    expect(await endDate.inputValue()).toBe('Thu, 24 Dec 2026')
    expect(await end.inputValue()).toBe('20:30')
    // Nobody has asked for another end than the one that was set by hand.
    await typeInto(start, '19:')
    await typeInto(end, '21:15')
    await typeInto(start, '19:45')
    await startDate.focus()
    expect(await end.inputValue()).toBe('21:15')
  })
})

test('what ends at 24 Uhr ends when the day does', async () => {
  const { page } = await stage.open()
  await open(page)
  await page.keyboard.press('n')
  const form = await wholeForm(page)
  await form.getByRole('combobox', { name: 'Start time' }).fill('20:00')
  await form.getByRole('combobox', { name: 'End time' }).fill('24:00')
  await form.getByRole('combobox', { name: 'Start time' }).focus()
  expect(await form.getByRole('combobox', { name: 'End time' }).inputValue()).toBe('0:00')
  expect(await form.getByRole('combobox', { name: 'End date' }).inputValue()).toContain('21 Nov 2026')
})

describe('the return key', () => {
  async function newEvent(size: 'phone' | 'laptop') {
    const { page } = await stage.open({ size })
    await page.clock.setFixedTime(NOW)
    const sent: string[] = []
    await page.route('**/api/events/create', (route) => {
      sent.push(route.request().postDataJSON().title)
      return route.fulfill({ status: 202, json: { uid: 'new@corkboard.test' } })
    })
    await page.goto(`${stage.home.url}/?new`)
    await wholeForm(page)
    await page.getByRole('textbox', { name: 'Title' }).fill('Handball')
    return { page, sent }
  }

  test('of a phone whose keyboard composes every word goes on as well', async () => {
    const { page, sent } = await newEvent('phone')
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'Handball', selectionStart: 8, selectionEnd: 8 })
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
    await settled(page)
    expect(await title.evaluate((element) => element === document.activeElement)).toBe(false)
    expect(sent).toEqual([])
  })

  test.each(['Title', 'Place'])('of a phone goes on from “%s”, and saves nothing', async (field) => {
    const { page, sent } = await newEvent('phone')
    const input = page.getByRole('textbox', { name: field })
    await input.focus()
    expect(await input.getAttribute('enterkeyhint')).toBe('next')
    await page.keyboard.press('Enter')
    await settled(page)
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(false)
    expect(await page.getByRole('dialog').evaluate((element) => element.contains(document.activeElement))).toBe(true)
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until(
      'it is sent',
      () => sent,
      ([title]) => title === 'Handball',
    )
  })

  test('of a keyboard saves from the title, as it always did', async () => {
    const { page, sent } = await newEvent('laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until(
      'it is sent',
      () => sent,
      ([title]) => title === 'Handball',
    )
  })

  test.each([
    ['phone', 'Control+Enter'],
    ['laptop', 'Meta+Enter'],
  ] as const)('saves from anywhere with Ctrl or Cmd: on a %s, %s', async (size, keys) => {
    const { page, sent } = await newEvent(size)
    await page.getByRole('textbox', { name: 'Notes' }).fill('Bring the ball')
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until(
      'it is sent',
      () => sent,
      ([title]) => title === 'Handball',
    )
  })
})

describe('a keyboard on the screen', () => {
  test('makes the page smaller, where the browser can', async () => {
    const { page } = await stage.open({ size: 'phone' })
    await page.goto(stage.home.url)
    const viewport = await page.locator('meta[name=viewport]').getAttribute('content')
    expect(viewport).toContain('interactive-widget=resizes-content')
  })

  test.each(['phone', 'portrait'] as const)('does not lie over the buttons where it cannot: %s', async (size) => {
    const { page } = await stage.open({ size })
    await page.goto(`${stage.home.url}/?new`)
    const save = page.getByRole('button', { name: 'Save' })
    await save.waitFor()
    const seen = 420
    await page.evaluate((height) => {
      Object.defineProperty(VisualViewport.prototype, 'height', { configurable: true, get: () => height })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, seen)
    await until(
      'Save is above the keyboard',
      async () => {
        const { y, height } = (await save.boundingBox())!
        return y + height
      },
      (bottom) => bottom <= seen,
    )
    const title = (await page.getByRole('textbox', { name: 'Title' }).boundingBox())!
    expect(title.y).toBeGreaterThan(0)
    expect(title.y + title.height).toBeLessThan(seen)
  })
})
