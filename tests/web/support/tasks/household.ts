import { eq } from 'drizzle-orm'
import { rememberDevice } from '../../../../src/identity/devices/devices'
import { sessionVersionOf } from '../../../../src/identity/session-version'
import { calendarCredentials, calendars, imports, pushSubscriptions } from '../../../../src/platform/db/schema'
import { fileOf, manyEvents } from '../../../features/import/bringing'
import { ask } from '../../../support/cast'
import { setClock } from '../calendars'
import { answerPermission, pretendPushService } from '../push'
import { workerReady } from '../service-worker'
import { until } from '../until'
import type { Hands } from './hands'
import type { Task } from './task'

const CLUB = fileOf(manyEvents(500, 'match'))

const go = ({ tap, page }: Hands, name: string) =>
  tap(page.getByRole('link', { name, exact: true }).filter({ visible: true }).first())

export const HOUSEHOLD_TASKS: readonly Task[] = [
  {
    number: 14,
    name: 'Add Zoe, five years old, with her birthday',
    on: 'laptop',
    most: { taps: 4, texts: 2 },
    async work(hands) {
      const { page, tap, type } = hands
      await go(hands, 'Household')
      await tap(page.getByRole('link', { name: 'Show the people' }))
      await tap(page.getByRole('button', { name: 'Add a person' }))
      await type('Zoe', 'Tab')
      await type('12.03.2021')
      await tap(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }))
      await page.getByText('Born 12 Mar 2021').waitFor()
    },
  },
  {
    number: 15,
    name: 'Put the calendar on the kitchen tablet',
    on: 'laptop',
    // The code is typed and sent off on the tablet.
    most: { taps: 4 + 1, texts: 2 },
    async work(hands, { home }) {
      const { page, tap, type } = hands
      await go(hands, 'Household')
      await tap(page.getByRole('button', { name: 'Add a display' }))
      await type('Kitchen')
      await tap(page.getByRole('dialog').getByRole('button', { name: 'Add a display' }))
      const code = (await page.locator('.display-code').textContent())!
      const context = await page.context().browser()!.newContext({ hasTouch: true })
      const tablet = await context.newPage()
      await setClock(tablet)
      await tablet.goto(`${home.url}/display`)
      await tablet.getByRole('textbox', { name: 'Code' }).fill(code)
      hands.texts += 1
      await tap(tablet.getByRole('button', { name: 'Connect' }))
      await tablet.getByText('Swimming').first().waitFor()
      await context.close()
    },
  },
  {
    number: 16,
    name: 'Invite grandmother',
    on: 'phone',
    most: { taps: 3 },
    async work(hands) {
      await go(hands, 'Account')
      await go(hands, 'Household')
      await hands.tap(hands.page.getByRole('button', { name: 'Invite' }))
      await hands.page.getByRole('textbox', { name: 'Link' }).waitFor()
    },
  },
  {
    number: 17,
    name: 'Let the others see that I am busy, not why',
    on: 'phone',
    most: { taps: 3 },
    visit: ({ home }) => ({ as: home.cast.cleo }),
    async work(hands) {
      const { page, tap } = hands
      const card = page.locator('details', { has: page.locator('summary b', { hasText: /^Cleo$/ }) })
      await go(hands, 'Account')
      await card.waitFor()
      // The only calendar is open already.
      if ((await card.getAttribute('open')) === null) await tap(card.locator('summary'))
      await tap(card.getByRole('radio', { name: 'Only that I am busy' }))
      await card.locator('summary').getByText('The others see when you are busy').waitFor()
    },
    after: ({ home: { ctx } }) =>
      until(
        'it is kept',
        async () => (await ctx.db.select().from(calendars).where(eq(calendars.displayName, 'Cleo')))[0]?.visibility,
        (visibility) => visibility === 'busy',
      ),
  },
  {
    number: 20,
    name: 'Connect again after the provider’s password changed',
    on: 'phone',
    most: { taps: 3, texts: 1 },
    async before({ home: { ctx, cast } }) {
      const failingSince = ctx.now()
      await ctx.db
        .update(calendarCredentials)
        .set({
          lastError: 'The calendar server does not accept the sign-in name or password.',
          failingSince,
          refusals: 1,
        })
        .where(eq(calendarCredentials.userId, cast.ada.id))
    },
    async work({ page, tap, type }) {
      await tap(page.getByRole('link', { name: 'Connect again' }).first())
      await type('ada-app-password', 'Enter')
      await page.getByText('Your calendar is connected.').waitFor()
    },
  },
  {
    number: 22,
    name: 'Let this phone ring',
    on: 'phone',
    most: { taps: 2 },
    visit: () => ({ serviceWorker: true }),
    async before({ receiver, home }, context) {
      await pretendPushService(context, receiver.device().subscription)
      await answerPermission(context, 'granted')
      const page = context.pages()[0]!
      await page.goto(home.url)
      await workerReady(page)
    },
    async work(hands) {
      await go(hands, 'Account')
      await hands.tap(hands.page.getByRole('button', { name: 'Turn on reminders' }))
      await hands.page.getByRole('button', { name: 'Turn off reminders' }).waitFor()
    },
    after: ({ home: { ctx } }) =>
      until(
        'it is known',
        () => ctx.db.$count(pushSubscriptions),
        (count) => count === 1,
      ),
  },
  {
    number: 26,
    name: 'Bring in the 500 events of a file',
    on: 'laptop',
    most: { taps: 4 },
    async work(hands) {
      const { page, tap } = hands
      await go(hands, 'Account')
      await go(hands, 'From elsewhere and to elsewhere')
      const chooser = page.waitForEvent('filechooser')
      await tap(page.getByRole('button', { name: 'Choose a file' }))
      await (await chooser).setFiles({ name: 'club.ics', mimeType: 'text/calendar', buffer: Buffer.from(CLUB) })
      await tap(page.getByRole('dialog').getByRole('button', { name: 'Bring in 500 events' }))
      await page.getByRole('dialog').getByText('of 500').waitFor()
    },
    async after({ calendars: { onServer, own }, home }) {
      await until(
        'the first are there',
        () => onServer(own),
        (text) => text.includes('SUMMARY:match'),
      )
      // The others keep nobody waiting.
      const [{ id } = { id: 0 }] = await home.ctx.db.select({ id: imports.id }).from(imports)
      await ask(home, home.cast.ada, `DELETE /api/import/${id}`)
    },
  },
  {
    number: 29,
    name: 'Cleo lost her phone: sign it out',
    on: 'laptop',
    most: { taps: 3 },
    visit: ({ home }) => ({ as: home.cast.cleo }),
    async before({ home: { ctx, cast } }) {
      const claims = { memberId: cast.cleo.id, sessionVersion: (await sessionVersionOf(ctx, cast.cleo.id))! }
      await rememberDevice(ctx, claims, { kind: 'local', name: 'Cleo’s phone' })
    },
    async work(hands) {
      await go(hands, 'Account')
      await hands.tap(hands.page.getByRole('button', { name: 'Sign out Cleo’s phone' }))
      await hands.page.getByText('Cleo’s phone is signed out.').waitFor()
    },
  },
]
