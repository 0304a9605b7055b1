import { beforeAll, describe, expect, test } from 'bun:test'
import { accessibilityProblems } from './support/axe'
import type { VisitOptions } from './support/browser'
import { NOW } from './support/calendars'
import { openForm } from './support/event-card'
import { planForAda, timed } from './support/events'
import { inOneBreath } from './support/keyboard'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  await planForAda(stage.home, timed('Physio', '2026-11-20T16:30Z', 45))
})

/** The form of Friday's physio, 17:30 to 18:15 in Berlin. */
async function openPhysio(options: VisitOptions = {}, names = ['Start date', 'Start time', 'End date', 'End time']) {
  const { page } = await stage.open(options)
  await page.clock.setFixedTime(NOW)
  await page.goto(`${stage.home.url}/?view=agenda`)
  await openForm(page, page.locator('.event-row', { hasText: 'Physio' }))
  const [startDate, startTime, endDate, endTime] = names.map((name) =>
    page.getByRole('combobox', { name, exact: true }),
  )
  const fields = { startDate: startDate!, startTime: startTime!, endDate: endDate!, endTime: endTime! }
  await fields.startDate.waitFor()
  const month = page.getByRole('dialog', { name: names[0]!, exact: true })
  const times = page.getByRole('listbox')
  const values = async () => Promise.all(Object.values(fields).map((field) => field.inputValue()))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  return { page, ...fields, month, times, values, focused }
}

describe('a date', () => {
  test('is typed as people write it, and drawn as this person reads it', async () => {
    const { page, startDate, startTime, values, month } = await openPhysio()
    expect(await startDate.inputValue()).toBe('Fri, 20 Nov 2026')
    for (const [text, drawn] of [
      ['24.12.', 'Thu, 24 Dec 2026'],
      ['tomorrow', 'Sat, 21 Nov 2026'],
      ['1/2', 'Mon, 1 Feb 2027'],
    ]) {
      await startDate.fill(text!)
      await startTime.focus()
      expect(await values()).toEqual([drawn!, '17:30', drawn!, '18:15'])
    }
    expect(await page.locator(`#${await startDate.getAttribute('aria-describedby')}`).textContent()).toBe(
      'Monday, 1 February 2027',
    )
    await startDate.fill('soon')
    await startTime.focus()
    await page.getByRole('alert').getByText('That is not a date. Try 24/12 or “tomorrow”.').waitFor()
    expect([await startDate.inputValue(), await startDate.getAttribute('aria-invalid')]).toEqual(['soon', 'true'])
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await month.count()).toBe(0)
  })

  test('is picked with the keyboard alone from a small month', async () => {
    const { page, startDate, month, focused } = await openPhysio()
    await startDate.focus()
    await page.keyboard.press('ArrowDown')
    await month.waitFor()
    await until('the day has the focus', focused, (label) => label === 'Friday, 20 November 2026')
    expect(await accessibilityProblems(page)).toEqual([])
    for (const [key, label] of [
      ['PageDown', 'Sunday, 20 December 2026'],
      ['ArrowUp', 'Sunday, 13 December 2026'],
      ['Home', 'Monday, 7 December 2026'],
    ] as const) {
      await page.keyboard.press(key)
      await until(key, focused, (now) => now === label)
    }
    await page.keyboard.press('Escape')
    expect([await month.count(), await focused()]).toEqual([0, 'Start date'])
    expect(await startDate.inputValue()).toBe('Fri, 20 Nov 2026')
    await page.keyboard.press('ArrowDown')
    await until('the day has it again', focused, (label) => label === 'Friday, 20 November 2026')
    await page.keyboard.press('ArrowRight')
    await until('the next day', focused, (label) => label === 'Saturday, 21 November 2026')
    await page.keyboard.press('Enter')
    await month.waitFor({ state: 'detached' })
    expect([await startDate.inputValue(), await focused()]).toEqual(['Sat, 21 Nov 2026', 'Start date'])
    await inOneBreath(page, ['ArrowDown', 'PageDown', 'PageDown', 'ArrowRight'])
    await until('keys in one breath', focused, (label) => label === 'Friday, 22 January 2027')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

describe('a time', () => {
  test('is picked from the half hours, of an end with how long it takes then', async () => {
    const { page, startTime, endTime, endDate, times, values } = await openPhysio()
    await endTime.click()
    await times.getByRole('option', { name: '19:00 1 h 30 min' }).waitFor()
    expect(await times.getByRole('option').first().textContent()).toBe('18:0030 min')
    expect(await accessibilityProblems(page)).toEqual([])
    // Past midnight is the day after, and back is the same day again.
    for (const [text, day] of [
      ['1', 'Sat, 21 Nov 2026'],
      ['1830', 'Fri, 20 Nov 2026'],
    ]) {
      await endTime.fill(text!)
      await startTime.focus()
      await until(
        text!,
        () => endDate.inputValue(),
        (value) => value === day,
      )
    }
    await page.keyboard.press('ArrowDown')
    await times.waitFor()
    expect(await startTime.getAttribute('aria-activedescendant')).toBe(
      await times.getByRole('option', { selected: true }).getAttribute('id'),
    )
    await page.keyboard.press('ArrowDown')
    await until('half an hour later', values, ([, start]) => start === '18:00')
    expect(await values()).toEqual(['Fri, 20 Nov 2026', '18:00', 'Fri, 20 Nov 2026', '19:00'])
    await page.keyboard.press('Enter')
    await times.waitFor({ state: 'detached' })
    await page.keyboard.press('PageUp')
    await until('a quarter earlier', values, ([, start]) => start === '17:45')
  })

  test('has half hours that are no stop of Tab: the arrows choose from them', async () => {
    const { page, startTime, times, focused } = await openPhysio()
    await startTime.press('ArrowDown')
    await times.waitFor()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('End date')
    expect(await times.count()).toBe(0)
  })

  test('and a date are in the language and the hours of whoever reads them', async () => {
    const german = ['Datum des Beginns', 'Uhrzeit des Beginns', 'Datum des Endes', 'Uhrzeit des Endes']
    const { startDate, values } = await openPhysio({ locale: 'de-DE' }, german)
    expect(await values()).toEqual(['Fr., 20. Nov. 2026', '17:30', 'Fr., 20. Nov. 2026', '18:15'])
    await startDate.fill('übermorgen')
    await startDate.blur()
    expect(await startDate.inputValue()).toBe('So., 22. Nov. 2026')

    const american = await openPhysio({ locale: 'en-US' })
    const { startTime } = american
    expect((await american.values()).map((value) => value.replace(/\s/g, ' '))).toEqual([
      'Fri, Nov 20, 2026',
      '5:30 pm',
      'Fri, Nov 20, 2026',
      '6:15 pm',
    ])
    await startTime.fill('3')
    await american.startDate.fill('12/1')
    await startTime.focus()
    expect((await american.values()).map((value) => value.replace(/\s/g, ' ')).slice(0, 2)).toEqual([
      'Tue, Dec 1, 2026',
      '3:00 pm',
    ])
  })
})

test('what cannot be read is said to be that where saving was tried, and nothing else is', async () => {
  const german = ['Datum des Beginns', 'Uhrzeit des Beginns', 'Datum des Endes', 'Uhrzeit des Endes']
  const { page, endDate, endTime, focused } = await openPhysio({ locale: 'de-DE' }, german)
  const save = page.getByRole('button', { name: 'Speichern' })
  const said = () => page.getByRole('dialog').getByRole('alert').filter({ visible: true }).allTextContents()
  const saysOf = async (text: string, words: RegExp) => {
    await endDate.fill(text)
    await save.click()
    await until(text, said, (now) => now.length === 1 && words.test(now[0]!))
    await until('the focus is led there', focused, (label) => label === 'Datum des Endes')
  }
  await saysOf('1.1.2026', /^Das Ende liegt vor dem Beginn$/)
  await saysOf('quatsch', /^Das ist kein Datum\./)
  expect(await accessibilityProblems(page)).toEqual([])
  await saysOf('', /^Wann endet er\?$/)
  await endDate.fill('20.11.2026')
  await until('nothing is wrong', said, (now) => now.length === 0)
  await endTime.fill('quatsch')
  await save.click()
  await until('led to the time', focused, (label) => label === 'Uhrzeit des Endes')
  await until('of the time', said, (now) => now.length === 1 && now[0]!.startsWith('Das ist keine Uhrzeit.'))
  expect(await endDate.getAttribute('aria-invalid')).toBe('false')
  await endTime.fill('18:15')

  await page.getByRole('combobox', { name: 'Wiederholung', exact: true }).selectOption('Jede Woche')
  await page.getByRole('combobox', { name: 'Ende der Wiederholung' }).selectOption('An einem Tag')
  const last = page.getByRole('combobox', { name: 'Letzter Tag' })
  await last.fill('quatsch')
  await save.click()
  await until('of the last day as well', said, (now) => now.length === 1 && now[0]!.startsWith('Das ist kein Datum.'))
  await last.fill('')
  await until('which one', said, (now) => now.join() === 'Welcher Tag ist der letzte?')
})

test('under a finger no keyboard comes up before it is asked for, and all there is to touch is large', async () => {
  const { page, startDate, endTime, month, times, focused } = await openPhysio({ size: 'phone' })
  await startDate.tap()
  await month.waitFor()
  expect(await startDate.getAttribute('inputmode')).toBe('none')
  const sizes = await month.locator('button, select').evaluateAll((elements) =>
    elements.map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return Math.min(width, height)
    }),
  )
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
  expect(await accessibilityProblems(page)).toEqual([])
  await month.getByRole('button', { name: 'Tuesday, 24 November 2026' }).tap()
  await month.waitFor({ state: 'detached' })
  expect(await startDate.inputValue()).toBe('Tue, 24 Nov 2026')
  await endTime.tap()
  await times.waitFor()
  await page.getByRole('button', { name: 'Type it' }).tap()
  await times.waitFor({ state: 'detached' })
  expect([await endTime.getAttribute('inputmode'), await focused()]).toEqual(['text', 'End time'])
  await page.keyboard.type('halb 8')
  await startDate.tap()
  expect(await endTime.inputValue()).toBe('7:30')
})
