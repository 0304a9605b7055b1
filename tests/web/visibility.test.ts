import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { syncMember } from '../../src/calendar/sync'
import { calendars } from '../../src/platform/db/schema'
import { makeCalendar as makeOnServer } from '../support/caldav'
import type { Member } from '../support/cast'
import { CALDAV_USERS, servers } from '../support/servers'
import { accessibilityProblems } from './support/axe'
import { NOW, setClock } from './support/calendars'
import { settled } from './support/device'
import { editOpened } from './support/event-card'
import { makeCalendar, plan, timed } from './support/events'
import { holdRequests } from './support/late'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage(async () => ({ at: NOW, env: { CALDAV_URL: (await servers.radicale()).url } }))

beforeAll(() => {
  stage.home.ctx.signals.sync = (memberId) => void syncMember(stage.home.ctx, memberId)
})

/** Two calendars of Ben's, of which he has not said anything. */
beforeEach(async () => {
  const { home } = stage
  await home.ctx.db.delete(calendars).where(eq(calendars.userId, home.cast.ben.id))
  await plan(home, await makeCalendar(home, home.cast.ben, 'Ben'), timed('Late shift', '2026-11-20T16:00Z'))
  await plan(home, await makeCalendar(home, home.cast.ben, 'Football'), timed('Training', '2026-11-20T18:00Z'))
})

const visibilityOf = async (name: string) =>
  (await stage.home.ctx.db.select().from(calendars).where(eq(calendars.displayName, name)))[0]?.visibility

/** Every change that a page asks for, as it goes over the wire. */
function changesOf(page: Page) {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
  })
  return bodies
}

/** Somebody connects an account, and is asked what the others may see of it. */
async function connect(page: Page, username: string) {
  await page.getByRole('button', { name: 'Connect a calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect your calendar' })
  await dialog.getByLabel('Where is the calendar?').selectOption('Another provider')
  await dialog.getByLabel('Sign-in name').fill(username)
  await dialog.getByLabel('App password').fill(CALDAV_USERS[username]!)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  return page.getByRole('dialog', { name: 'What may the others in your household see?' })
}

const card = (page: Page, name: string) =>
  page.locator('details', { has: page.locator('summary b', { hasText: new RegExp(`^${name}$`) }) })

describe('when a calendar is connected', () => {
  test('its owner is asked what the others may see, with nothing answered beforehand', async () => {
    const name = `Pottery ${crypto.randomUUID()}`
    await makeOnServer('cleo', { displayName: name })
    const { page } = await stage.open({ as: stage.home.cast.cleo, path: '/account' })
    const changes = changesOf(page)
    const question = await connect(page, 'cleo')
    const mine = question.getByRole('group', { name })
    await mine.waitFor()
    expect(await question.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(await question.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await mine.getByRole('radio', { name: 'Only that I am busy' }).check()
    await question.getByRole('button', { name: 'Save' }).click()
    await question.waitFor({ state: 'detached' })
    expect(changes).toEqual([{ visibility: 'busy' }])
    expect(await visibilityOf(name)).toBe('busy')
    await card(page, name).getByText('The others see when you are busy').waitFor()
  })

  test('where it is refused what has been found, that is asked a few times a minute, and goes on by itself', async () => {
    await makeOnServer('ada', { displayName: 'Choir' })
    const { page } = await stage.open({ path: '/account' })
    await page.getByRole('button', { name: 'Connect a calendar' }).waitFor()
    let asked = 0
    await page.route('**/api/me/calendars', (route) => {
      asked++
      return route.fulfill({ status: 403, json: { error: 'No' } })
    })
    const question = await connect(page, 'ada')
    await question.getByText('This could not be loaded.').waitFor()
    await page.clock.install()
    asked = 0
    for (let second = 0; second < 60; second++) {
      await page.clock.runFor(1_000)
      await page.evaluate(() => fetch('/health'))
    }
    expect(asked).toBeLessThan(8)
    await page.unroute('**/api/me/calendars')
    await page.clock.runFor(20_000)
    await question.getByRole('group', { name: 'Choir' }).waitFor()
  })

  test('it can be left for later: nobody sees anything, and the account page asks once more', async () => {
    const { page } = await stage.open({ as: stage.home.cast.ben, path: '/account' })
    const changes = changesOf(page)
    const notice = page.getByText('So far nobody but you sees your own calendars.')
    await page.getByRole('button', { name: 'Choose what others see' }).click()
    await page.getByRole('dialog').getByRole('group', { name: 'Football' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click()
    await notice.waitFor()
    expect(changes).toEqual([])
    expect(await visibilityOf('Football')).toBe('private')
    await page.getByRole('button', { name: 'Keep them to myself' }).click()
    await notice.waitFor({ state: 'detached' })
    await page.reload()
    await card(page, 'Ben').waitFor()
    expect(await notice.count()).toBe(0)
  })
})

describe('under Account', () => {
  test('three taps on a phone let the others see that somebody is busy, and not why', async () => {
    const { ada, ben } = stage.home.cast
    const { page } = await stage.open({ as: ben, size: 'phone' })
    await page.goto(stage.home.url)
    await page.getByRole('link', { name: 'Account' }).click()
    await card(page, 'Ben').locator('summary').click()
    await card(page, 'Ben').getByRole('radio', { name: 'Only that I am busy' }).check()
    await card(page, 'Ben').locator('summary').getByText('The others see when you are busy').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await until(
      'it is kept',
      () => visibilityOf('Ben'),
      (visibility) => visibility === 'busy',
    )
    const { page: hers } = await stage.open({ as: ada, size: 'phone' })
    await setClock(hers)
    await hers.goto(`${stage.home.url}/?view=week`)
    await hers
      .getByRole('button', { name: /^Busy .*Ben/ })
      .first()
      .waitFor()
    expect(await hers.content()).not.toContain('Late shift')
    await hers
      .getByRole('button', { name: /^Busy .*Ben/ })
      .first()
      .click()
    const dialog = hers.getByRole('dialog', { name: 'Busy' })
    await dialog.getByText('Ben is busy then. Nothing more is shown.').waitFor()
    expect(await accessibilityProblems(hers)).toEqual([])
  })

  test('of answers that follow each other quickly the last one counts, and the keyboard stays where it is', async () => {
    const { page } = await stage.open({ as: stage.home.cast.ben, path: '/account' })
    const letGo = await holdRequests(page, '**/api/me/calendars/*')
    await card(page, 'Football').locator('summary').click()
    const answer = (name: string) => card(page, 'Football').getByRole('radio', { name })
    await answer('Nothing').focus()
    for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
    const shown = card(page, 'Football').getByRole('switch', { name: 'Show it to me' })
    await shown.focus()
    await page.keyboard.press('Space')
    await settled(page)
    letGo()
    await until(
      'it is kept',
      () => visibilityOf('Football'),
      (visibility) => visibility === 'household',
    )
    await card(page, 'Football').locator('summary').getByText('switched off for you').waitFor()
    expect(await answer('Everything').isChecked()).toBe(true)
    expect(await shown.evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  test('what is opened as a whole is read by the others, with place and people, and not edited', async () => {
    const { ada, ben, cleo } = stage.home.cast
    const { home } = stage
    const choir = await makeCalendar(home, ben, 'Choir')
    const rehearsal = { location: 'School hall', recurrence: 'weekly', who: ['Ben', 'Cleo'] } as const
    await plan(home, choir, timed('Rehearsal', '2026-11-20T09:00Z', 90, { ...rehearsal, who: [...rehearsal.who] }))
    await home.ctx.db.update(calendars).set({ visibility: 'household' }).where(eq(calendars.id, choir))
    const open = async (as: Member) => {
      const { page } = await stage.open({ as, size: 'phone' })
      await setClock(page)
      await page.goto(`${home.url}/?view=week`)
      const events = page.getByRole('button', { name: /^Rehearsal .*Ben, Cleo/ })
      await events.first().click()
      return page
    }
    for (const reader of [ada, cleo]) {
      const page = await open(reader)
      const dialog = page.getByRole('dialog', { name: 'Rehearsal' })
      await dialog.getByText('From Ben’s calendar “Choir”. Only Ben can change it.').waitFor()
      expect((await dialog.getByRole('listitem').allInnerTexts()).slice(0, 4)).toEqual([
        'Friday 20 November\n10:00 – 11:30\nToday',
        'B\nBen\nC\nCleo',
        'School hall\nShow on a map',
        'Repeats',
      ])
      for (const name of ['Ben', 'Cleo']) await dialog.getByText(name, { exact: true }).waitFor()
      expect(await dialog.getByRole('button', { name: /Edit|Save|Copy|Move|Delete/ }).count()).toBe(0)
      expect(await accessibilityProblems(page)).toEqual([])
    }
    const his = await open(ben)
    await editOpened(his)
    await his.getByRole('dialog', { name: 'Edit event' }).getByRole('button', { name: 'Save' }).waitFor()
  })

  test('a calendar gets another name and colour, and belongs to somebody; what is refused goes back', async () => {
    const { page } = await stage.open({ as: stage.home.cast.ben, path: '/account' })
    const changes = changesOf(page)
    const football = card(page, 'Football')
    await football.locator('summary').click()
    await football.getByLabel('Whose events are these?').selectOption('Cleo')
    await football.locator('summary').getByText('Cleo’s').waitFor()
    await football.getByRole('button', { name: 'Name and colour' }).click()
    const dialog = page.getByRole('dialog', { name: 'Name and colour' })
    const { x, width } = (await dialog.boundingBox())!
    expect(Math.round(2 * x + width)).toBe(page.viewportSize()!.width)
    await dialog.getByLabel('Name').fill('Handball')
    await dialog.getByRole('radio', { name: 'Teal' }).check()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    const handball = card(page, 'Handball')
    await handball.waitFor()
    expect(changes).toEqual([{ personId: expect.any(Number) }, { displayName: 'Handball', color: '#078383' }])

    await page.route('**/api/me/calendars/*', (route) => route.fulfill({ status: 503, json: { error: 'Unavailable' } }))
    await handball.getByRole('radio', { name: 'Everything' }).click()
    await handball.getByRole('alert').filter({ hasText: /./ }).waitFor()
    expect(await handball.getByRole('radio', { name: 'Nothing' }).isChecked()).toBe(true)
  })
})
