import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { rememberDevice } from '../../src/identity/devices/devices'
import { NOW, setClock } from './support/calendars'
import { openForm } from './support/event-card'
import { planForAda, timed } from './support/events'
import { tabTo } from './support/keyboard'
import { makeList } from './support/lists'
import { setStage } from './support/stage'
import { holdUndo } from './support/undo'
import { until } from './support/until'

const stage = setStage({ at: NOW })

beforeAll(async () => {
  await planForAda(
    stage.home,
    timed('Physio', '2026-11-20T16:30Z', 45),
    timed('Check-up', '2026-12-03T09:00Z', 30, { description: 'Bring the insurance card' }),
  )
})

async function week(): Promise<Page> {
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(`${stage.home.url}/?view=week`)
  return page
}

const heard = (page: Page) => page.locator('[aria-live=assertive]')

const physio = (page: Page) => page.locator('.calendar-area').getByRole('button', { name: /^Physio/ })

/** Waits until a screen reader is told just that. */
async function hears(page: Page, text: string) {
  await until(
    'what is told',
    () => heard(page).textContent(),
    (told) => told === text,
  )
}

/** What a screen reader says of an element beside its name. */
async function describedBy(page: Page, selector: string): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false })
  return nodes[0]?.description?.value ?? ''
}

test('whoever turns to other days is told which', async () => {
  const page = await week()
  await page.getByRole('button', { name: 'Next week' }).press('Enter')
  await hears(page, '23 – 29 Nov 2026')
  await page.getByRole('button', { name: 'Day', exact: true }).press('Enter')
  await hears(page, 'Friday 27 November')
  await page.getByRole('button', { name: 'Today', exact: true }).press('Enter')
  await hears(page, 'Friday 20 November')
})

test('what was told is not told again when a dialog over it has closed', async () => {
  const page = await week()
  await page.getByRole('button', { name: 'Next week' }).press('Enter')
  await hears(page, '23 – 29 Nov 2026')
  await page.clock.fastForward(11_000)
  // What stays in a live region is told each time that it comes back from below a dialog.
  await hears(page, '')
})

test('the small month tells where it is turned to, and not where the calendar around it is', async () => {
  const page = await week()
  const small = page.getByRole('group', { name: 'Jump to a date' })
  const live = small.locator('[aria-live=polite]')
  await small.getByRole('button', { name: 'Next month' }).press('Enter')
  await until(
    'what is told',
    () => live.textContent(),
    (told) => told === 'December 2026',
  )
  await page.getByRole('button', { name: 'Next week' }).focus()
  expect(await live.count()).toBe(0)
})

test('a dialog has no landmarks of its own', async () => {
  const page = await week()
  await openForm(page, physio(page))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).waitFor()
  expect(await dialog.getByRole('banner').count()).toBe(0)
  expect(await dialog.getByRole('contentinfo').count()).toBe(0)
})

test('the card of an event tells when it is as it opens', async () => {
  const page = await week()
  await physio(page).press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await describedBy(page, 'dialog[open]')).toContain('Friday 20 November')
  expect(await describedBy(page, 'dialog[open]')).toContain('17:30')
})

test('what was found tells its day and what its notes say as the arrows come to it', async () => {
  const page = await week()
  await page.getByRole('button', { name: 'Search' }).press('Enter')
  await page.getByRole('searchbox').fill('insurance')
  const found = page.getByRole('dialog').getByRole('button', { name: /Check-up/ })
  await page.locator('mark').waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await found.evaluate((one) => one === document.activeElement)).toBe(true)
  const description = await describedBy(page, '.search-panel .event-row')
  expect(description).toBe('Thursday 3 December Bring the insurance card')
})

test('a question tells what else there is to know before it is answered', async () => {
  const id = await makeList(stage.home, 'Camping', 'Tent')
  const { page } = await stage.open({ path: `/lists/${id}` })
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete list' }).press('Enter')
  const question = page.getByRole('dialog')
  await question.waitFor()
  const body = await question.locator('p').textContent()
  expect(body).not.toBe('')
  expect(await describedBy(page, 'dialog[open]')).toBe(body!)
})

test('what a sentence was understood to mean is told after a pause', async () => {
  const page = await week()
  await page.getByRole('link', { name: 'New event' }).press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Dentist tomorrow 15:00 at Main St')
  const told = page.getByRole('dialog').locator('[role=status].visually-hidden')
  await until(
    'what is told',
    () => told.textContent(),
    (text) => /^Tomorrow 15:00 – .*, Main St$/.test(text ?? ''),
  )
})

test('what was just done is taken back by Ctrl and Z, from wherever one is', async () => {
  const id = await makeList(stage.home, 'Garage', 'Jack', 'Tyres')
  const { page } = await stage.open({ path: `/lists/${id}` })
  await holdUndo(page)
  const jack = page.getByRole('checkbox', { name: 'Jack' })
  await jack.press('Space')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  expect(await jack.isChecked()).toBe(false)
})

test('Ctrl and Z takes back letters where something is being typed', async () => {
  const id = await makeList(stage.home, 'Attic', 'Box')
  const { page } = await stage.open({ path: `/lists/${id}` })
  await holdUndo(page)
  await page.getByRole('checkbox', { name: 'Box' }).press('Space')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  const line = page.getByRole('textbox', { name: 'Add an item' })
  await line.pressSequentially('Lamp')
  await page.keyboard.press('Control+z')
  await until(
    'the letters are gone',
    () => line.inputValue(),
    (value) => value !== 'Lamp',
  )
  expect(await page.getByRole('checkbox', { name: 'Box' }).isChecked()).toBe(true)
})

test('“Only me” is pressed once more to see everybody', async () => {
  const page = await week()
  const people = page.getByRole('group', { name: 'People' })
  await people.getByRole('button', { name: 'Only me', pressed: false }).press('Enter')
  await people.getByRole('button', { name: 'Only me', pressed: true }).press('Enter')
  await people.getByRole('button', { name: 'Only me', pressed: false }).waitFor()
})

test('a secret says beside its button that it was copied, and that it is shown only once', async () => {
  const { page } = await stage.open({ path: '/elsewhere' })
  await page.getByRole('button', { name: 'Make an address' }).press('Enter')
  await page.getByRole('textbox', { name: 'What for?' }).fill('Grandma')
  await page.getByRole('button', { name: 'Make it' }).press('Enter')
  const shown = page.getByRole('dialog', { name: 'This is the address' })
  await shown.getByRole('button', { name: 'Copy' }).press('Enter')
  // A toast would be below the dialog, where nothing is read.
  await shown
    .getByRole('status')
    .filter({ hasText: /Copied\.|Copying did not work/ })
    .waitFor()
  expect(await describedBy(page, 'dialog[open]')).toContain('only now')
})

test('what is done in a dialog is told in it', async () => {
  const { ben } = stage.home.cast
  await rememberDevice(stage.home.ctx, { memberId: ben.id, sessionVersion: 0 }, { kind: 'local', name: 'Tablet' })
  const { page } = await stage.open({ path: '/admin' })
  await page.getByRole('button', { name: 'What to do with Ben' }).click()
  await page.getByRole('menuitem', { name: 'Their devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where Ben stays signed in' })
  await dialog.getByRole('button', { name: 'Sign out Tablet' }).click()
  // All else is inert while a modal dialog is open.
  await dialog.getByRole('status').getByText('Tablet is signed out.').waitFor()
  expect(await page.locator('.toast').count()).toBe(1)
})

test('an undo can be reached though a dialog has opened over it', async () => {
  const id = await makeList(stage.home, 'Cellar', 'Wine')
  const { page } = await stage.open({ path: `/lists/${id}` })
  await holdUndo(page)
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete list' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard' })
  await keys.waitFor()
  await tabTo(page, undo)
  await undo.click()
  expect(await keys.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Cellar' }).waitFor()
})

test('what was told to somebody is gone with their session', async () => {
  const id = await makeList(stage.home, 'Presents', 'Bicycle')
  const { page, context } = await stage.open({ path: `/lists/${id}` })
  await holdUndo(page)
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete list' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  const told = page.locator('.toast', { hasText: 'Presents' })
  await told.waitFor()
  await context.setOffline(true)
  await context.clearCookies()
  await context.setOffline(false)
  await page.getByText('You have been signed out').waitFor()
  expect(await told.count()).toBe(0)
})
