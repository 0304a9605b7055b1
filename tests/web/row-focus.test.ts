import { beforeAll, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { rememberDevice } from '../../src/identity/devices/devices'
import { admissions } from '../../src/platform/db/schema'
import { ask } from '../support/cast'
import { NOW, setClock } from './support/calendars'
import { makeCalendar } from './support/events'
import { makeList } from './support/lists'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW })

/** A list whose rows can be taken away, each of those by keyboard alone. */
interface Rows {
  of: string
  path: string
  names: [string, string, string]
  /** Where it is when none is left: at the heading, or at what was there before. */
  atLast: string
  make?: (name: string) => unknown
  /** The way to the rows, where they are not on the page itself. */
  open?: (page: Page) => Promise<void>
  remove: (page: Page, name: string) => Promise<void>
}

const byButton = (label: (name: string) => string) => (page: Page, name: string) => press(page, label(name))

const byMenu = (action: string) => async (page: Page, name: string) => {
  await press(page, `What to do with ${name}`)
  // It opens at its first entry.
  await page.locator('[role=menuitem]:focus').waitFor()
  await page.getByRole('menuitem', { name: action }).focus()
  await page.keyboard.press('Enter')
}

/** With the question that is asked before. */
const asked = (remove: Rows['remove'], yes: string) => async (page: Page, name: string) => {
  await remove(page, name)
  await page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).focus()
  await page.keyboard.press('Enter')
}

const byAda = (request: string, body: object) => ask(stage.home, stage.home.cast.ada, request, body)

function stayOn(name: string, memberId: number) {
  const { ctx } = stage.home
  return rememberDevice(ctx, { memberId, sessionVersion: 0 }, { kind: 'local', name })
}

const lists: Rows[] = [
  {
    of: 'own devices',
    path: '/account',
    atLast: 'Your devices',
    names: ['Phone', 'Tablet', 'Laptop'],
    make: (name) => stayOn(name, stage.home.cast.ada.id),
    remove: byButton((name) => `Sign out ${name}`),
  },
  {
    of: "a member's devices",
    path: '/admin',
    atLast: 'Where Ben stays signed in',
    names: ['Phone', 'Tablet', 'Laptop'],
    make: (name) => stayOn(name, stage.home.cast.ben.id),
    open: (page) => byMenu('Their devices')(page, 'Ben'),
    remove: byButton((name) => `Sign out ${name}`),
  },
  {
    of: 'invitations',
    path: '/admin',
    atLast: 'Household',
    names: ['Dora', 'Emil', 'Fine'],
    make: (displayName) => byAda('POST /api/admin/invitations', { displayName }),
    remove: byButton((name) => `Take back ${name}`),
  },
  {
    of: 'those who wait to be let in',
    path: '/admin',
    atLast: 'Household',
    names: ['Noor', 'Omar', 'Pia'],
    make: (displayName) => {
      const { ctx } = stage.home
      const seen = { createdAt: ctx.now(), lastSeenAt: ctx.now() }
      return ctx.db
        .insert(admissions)
        .values({ oidcIss: 'https://id.example', oidcSub: displayName, displayName, ...seen })
    },
    remove: byButton((name) => `Turn away ${name}`),
  },
  {
    of: 'displays',
    path: '/admin',
    atLast: 'Displays',
    names: ['Kitchen', 'Hall', 'Study'],
    make: (name) =>
      byAda('POST /api/admin/displays', { name, calendarIds: [], listIds: [], canTick: false, canAdd: false }),
    remove: asked(
      byButton((name) => `Remove ${name}`),
      'Remove',
    ),
  },
  {
    of: 'links',
    path: '/elsewhere',
    atLast: 'Calendars by a link',
    names: ['Club', 'School', 'Bins'],
    make: (name) => byAda('POST /api/subscriptions', { url: `https://feeds.invalid/${name}.ics`, displayName: name }),
    remove: byMenu('Remove'),
  },
  {
    of: 'secret addresses',
    path: '/elsewhere',
    atLast: 'Your calendar in other places',
    names: ['Oven', 'Fridge', 'Clock'],
    make: (name) => byAda('POST /api/feeds', { name, calendars: [calendarId] }),
    remove: asked(
      byButton((name) => `Remove ${name}`),
      'Remove',
    ),
  },
  {
    of: 'keys',
    path: '/elsewhere',
    atLast: 'Programs that act for you',
    names: ['Button', 'Printer', 'Script'],
    make: (name) => byAda('POST /api/me/tokens', { name, scope: 'lists' }),
    remove: asked(
      byButton((name) => `Remove ${name}`),
      'Remove',
    ),
  },
  {
    of: 'changes that failed',
    path: '/lists',
    atLast: 'Not saved',
    names: ['Tent', 'Stove', 'Maps'],
    async open(page) {
      await page.goto(`${stage.home.url}/lists/${await makeList(stage.home, 'Packing')}`)
      await page.route('**/api/lists/*/items', (route) => route.fulfill({ status: 403, json: {} }))
      for (const name of ['Tent', 'Stove', 'Maps']) {
        await page.getByRole('textbox', { name: 'Add an item' }).fill(name)
        await page.keyboard.press('Enter')
      }
      await page.getByRole('link', { name: 'Not saved: 3' }).press('Enter')
    },
    remove: async (page, name) => {
      await page.getByRole('listitem', { name }).getByRole('button', { name: 'Discard' }).press('Enter')
    },
  },
  {
    of: 'people',
    path: '/people',
    atLast: 'Cleo',
    names: ['Mia', 'Tom', 'Rex'],
    make: (name) => byAda('POST /api/people', { name, color: '#B45309' }),
    remove: asked(byMenu('Remove'), 'Remove'),
  },
  {
    of: 'birthdays',
    path: '/people',
    atLast: 'More birthdays',
    names: ['Aunt', 'Grandma', 'Uncle'],
    make: (name) => byAda('POST /api/birthdays', { name, date: '1950-12-24' }),
    remove: byMenu('Remove'),
  },
]

let calendarId: number
beforeAll(async () => {
  calendarId = await makeCalendar(stage.home, stage.home.cast.ada, 'Ada')
})

test.each(lists)('the keyboard goes on from row to row of $of, and to the heading when none is left', async (rows) => {
  for (const name of rows.names) await rows.make?.(name)
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(stage.home.url + rows.path)
  await rows.open?.(page)
  const items = page.getByRole('listitem').filter({ hasText: new RegExp(rows.names.join('|')) })
  await items.nth(2).waitFor()
  const drawn = await items.evaluateAll(
    (all, names) => all.map((one) => names.find((name) => one.textContent!.includes(name))!),
    rows.names,
  )
  const [first, second, third] = drawn as [string, string, string]
  await rows.remove(page, second)
  await isAt(page, third)
  await rows.remove(page, third)
  await isAt(page, first)
  await rows.remove(page, first)
  await isAt(page, rows.atLast)
})

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** The focus is in the row with this name, or on the heading. */
const isAt = (page: Page, name: string) =>
  until(
    `the focus is at ${name}`,
    () =>
      page.evaluate(() => {
        const { activeElement: one } = document
        return one === document.body ? null : ((one?.closest('li') ?? one)?.textContent ?? null)
      }),
    (at) => at?.includes(name) === true,
  )

test('a key that is held down does not go on with the next row', async () => {
  const { ben } = stage.home.cast
  for (const name of ['Phone', 'Tablet']) await stayOn(name, ben.id)
  const { page } = await stage.open({ as: ben, path: '/account' })
  await page.getByRole('button', { name: 'Sign out Tablet' }).focus()
  await page.keyboard.down('Enter')
  await isAt(page, 'Phone')
  // Held, a key is said again.
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.reload()
  await page.getByRole('button', { name: 'Sign out Phone' }).waitFor()
})

test('an undo leaves the keyboard where it came from', async () => {
  for (const name of ['Mia', 'Tom']) await byAda('POST /api/people', { name, color: '#B45309' })
  const { page } = await stage.open({ path: '/people' })
  await asked(byMenu('Remove'), 'Remove')(page, 'Mia')
  await isAt(page, 'Tom')
  await press(page, 'Undo')
  await page.getByRole('button', { name: 'What to do with Mia' }).waitFor()
  await isAt(page, 'Tom')
})
