import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { ask, type Member } from '../support/cast'
import { answerWith, type FeedServer, feedEvent, feedOf, startFeedServer } from '../support/feed-server'
import { secret } from '../support/secrets'
import { NOW, passUndo, setClock } from './support/calendars'
import { makeCalendar } from './support/events'
import { holdRequests } from './support/late'
import { makeList } from './support/lists'
import { breakOff, dropAnswer, loseNextAnswer } from './support/lost'
import { setStage } from './support/stage'
import { holdUndo } from './support/undo'
import { until } from './support/until'

let links: FeedServer
const stage = setStage(async () => {
  links = await startFeedServer()
  return { at: NOW, env: { SUBSCRIPTIONS_ALLOW: links.host } }
})
beforeAll(async () => {
  const { home } = stage
  await makeCalendar(home, home.cast.ada, 'Family', true)
  await makeCalendar(home, home.cast.ada, 'Football')
  await makeList(home, 'Told', 'Milk')
})
afterAll(() => links.stop())

/** Something that is made by a form, under a path of the service. */
interface Made {
  what: string
  page: string
  path: string
  of: string
  /** Fills in the form and sends it. */
  make: (page: Page) => Promise<void>
  again: (page: Page) => Promise<void>
  isMade: (page: Page) => Promise<unknown>
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const pressInDialog = (name: string) => (page: Page) => page.getByRole('dialog').getByRole('button', { name }).click()
const dialogIsOver = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

const BIRTHDAY: Made = {
  what: 'a birthday',
  page: '/people',
  path: '/api/birthdays',
  of: 'birthdays',
  async make(page) {
    await press('Add a birthday')(page)
    await page.getByLabel('Name').fill('Grandma')
    await page.getByLabel('Day', { exact: true }).selectOption('24')
    await page.getByLabel('Month', { exact: true }).selectOption({ label: 'November' })
    await press('Add')(page)
  },
  again: press('Add'),
  isMade: dialogIsOver,
}
const SUBSCRIPTION: Made = {
  what: 'a calendar by a link',
  page: '/elsewhere',
  path: '/api/subscriptions',
  of: 'subscriptions',
  async make(page) {
    await page.getByLabel('Link to a calendar').fill(links.at('club.ics', answerWith(feedOf([feedEvent({})]))))
    await page.getByText('1 event').waitFor()
    await press('Subscribe')(page)
  },
  again: press('Subscribe'),
  isMade: (page) => page.getByText('Added').waitFor(),
}
/** A secret that is shown once. */
const shownOnce = (what: string, [path, of]: [string, string], begin: string, shown: string): Made => ({
  what,
  page: '/elsewhere',
  path,
  of,
  async make(page) {
    await press(begin)(page)
    await page.getByLabel('What for?').fill('Kitchen')
    await press('Make it')(page)
  },
  again: press('Make it'),
  isMade: (page) => page.getByRole('dialog', { name: shown }).waitFor(),
})
const ADDRESS = shownOnce('a secret address', ['/api/feeds', 'feeds'], 'Make an address', 'This is the address')
const KEY = shownOnce('a key of a program', ['/api/me/tokens', 'tokens'], 'Make a key', 'This is the key')
const DISPLAY: Made = {
  what: 'a display',
  page: '/admin',
  path: '/api/admin/displays',
  of: 'displays',
  async make(page) {
    await press('Add a display')(page)
    await page.getByLabel('Where it hangs').fill('Kitchen')
    await pressInDialog('Add a display')(page)
  },
  again: pressInDialog('Add a display'),
  isMade: (page) => page.getByRole('dialog', { name: 'Connect “Kitchen”' }).waitFor(),
}
const INVITATION: Made = {
  what: 'an invitation',
  page: '/admin',
  path: '/api/admin/invitations',
  of: 'invitations',
  make: press('Invite'),
  again: press('Invite'),
  isMade: (page) => page.getByRole('dialog').getByLabel('Link', { exact: true }).waitFor(),
}
const PERSON: Made = {
  what: 'a person',
  page: '/people',
  path: '/api/people',
  of: 'people',
  async make(page) {
    await press('Add a person')(page)
    await page.getByLabel('Name').fill('Mia')
    await press('Add')(page)
  },
  again: press('Add'),
  isMade: dialogIsOver,
}
const MEMBER: Made = {
  what: 'a member',
  page: '/admin',
  path: '/api/admin/members',
  of: 'members',
  async make(page) {
    await press('Add a member')(page)
    await page.getByLabel('Name', { exact: true }).fill('Dora')
    await page.getByLabel('First password').fill(secret('a-password-of-hers'))
    await pressInDialog('Add a member')(page)
  },
  again: pressInDialog('Add a member'),
  isMade: dialogIsOver,
}
const ALL = [BIRTHDAY, SUBSCRIPTION, ADDRESS, KEY, DISPLAY, INVITATION, PERSON, MEMBER]

/** Those that the household has without any form. */
const own = new Map<Made, readonly number[]>()
beforeAll(async () => {
  for (const made of ALL) own.set(made, await idsOf(stage.home.cast.ada, made))
})

async function idsOf(member: Member, made: Made): Promise<number[]> {
  const { body } = await ask<Record<string, { id: number }[]>>(stage.home, member, `GET ${made.path}`)
  return body[made.of]!.map(({ id }) => id).filter((id) => !own.get(made)?.includes(id))
}

async function openForm(made: { page: string }): Promise<Page> {
  const { page } = await stage.open()
  await setClock(page)
  await page.goto(stage.home.url + made.page)
  return page
}

afterEach(async () => {
  const { ada } = stage.home.cast
  for (const made of ALL) {
    for (const id of await idsOf(ada, made)) await ask(stage.home, ada, `DELETE ${made.path}/${id}`)
  }
})

for (const made of ALL) {
  test.each([
    ['is lost', dropAnswer],
    ['breaks off', breakOff],
  ])(`${made.what} whose answer %s is made once, however often it is sent, and shown`, async (_, lose) => {
    const page = await openForm(made)
    const lost = loseNextAnswer(page, made.path, lose)
    await made.make(page)
    await lost
    await page.getByRole('alert').getByText('No answer came.').waitFor()
    await made.again(page)
    await made.isMade(page)
    expect(await idsOf(stage.home.cast.ada, made)).toHaveLength(1)
  })
}

for (const made of [ADDRESS, KEY]) {
  test(`${made.what} that is named otherwise after a lost answer is another one`, async () => {
    const page = await openForm(made)
    const lost = loseNextAnswer(page, made.path)
    await made.make(page)
    await lost
    await page.getByLabel('What for?').fill('Something else')
    await made.again(page)
    await made.isMade(page)
    expect(await idsOf(stage.home.cast.ada, made)).toHaveLength(2)
  })
}

/** How what was made is removed on the same page. */
const REMOVALS: [Made, (page: Page) => Promise<void>][] = [
  [INVITATION, (page) => page.getByRole('button', { name: /^Take back/ }).click()],
  [
    SUBSCRIPTION,
    async (page) => {
      await page.getByRole('button', { name: /^What to do with/ }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await passUndo(page)
    },
  ],
]

test.each(REMOVALS.map(([made, remove]) => [made.what, made, remove] as const))(
  '%s whose answer is lost, and which is removed then, is made anew',
  async (_, made, remove) => {
    const { ada } = stage.home.cast
    const page = await openForm(made)
    const lost = loseNextAnswer(page, made.path)
    await made.make(page)
    await lost
    const [first] = await idsOf(ada, made)
    await remove(page)
    await until(
      'it is gone',
      () => idsOf(ada, made),
      (ids) => ids.length === 0,
    )
    await made.make(page)
    await made.isMade(page)
    const again = await idsOf(ada, made)
    expect(again).toHaveLength(1)
    expect(again).not.toContain(first)
  },
)

test('a form that was left after a lost answer, and is gone on with, makes nothing twice', async () => {
  const page = await openForm(BIRTHDAY)
  const lost = loseNextAnswer(page, BIRTHDAY.path)
  await BIRTHDAY.make(page)
  await lost
  await page.getByRole('alert').getByText('No answer came.').waitFor()
  await page.keyboard.press('Escape')
  await dialogIsOver(page)
  await press('Add a birthday')(page)
  await press('Continue')(page)
  await BIRTHDAY.again(page)
  await dialogIsOver(page)
  expect(await idsOf(stage.home.cast.ada, BIRTHDAY)).toHaveLength(1)
})

test('a link that is seen into only after its answer was lost is subscribed to once', async () => {
  const page = await openForm(SUBSCRIPTION)
  const letGo = await holdRequests(page, '**/api/subscriptions/preview', 'POST')
  const lost = loseNextAnswer(page, SUBSCRIPTION.path)
  await page.getByLabel('Link to a calendar').fill(links.at('club.ics', answerWith(feedOf([feedEvent({})]))))
  await SUBSCRIPTION.again(page)
  await lost
  await page.getByRole('alert').getByText('No answer came.').waitFor()
  letGo()
  await page.getByText('1 event').waitFor()
  await SUBSCRIPTION.again(page)
  await SUBSCRIPTION.isMade(page)
  expect(await idsOf(stage.home.cast.ada, SUBSCRIPTION)).toHaveLength(1)
})

/** Something that is chosen, under a path of the service. */
interface Choice {
  what: string
  page: string
  path: string
  choose: (page: Page) => Promise<unknown>
  /** Where it is drawn that it is chosen. */
  chosen: (page: Page) => Locator
}

const switched = (page: Page, name: string) => page.getByRole('switch', { name })
const inMessages = (page: Page) => page.getByRole('dialog', { name: 'Messages about Told' })

/** Of the member's own. */
const colour = (name: string): Choice => ({
  what: 'a colour',
  page: '/account',
  path: '/api/me',
  choose: (page) => page.getByRole('radio', { name }).click(),
  chosen: (page) => page.getByRole('radio', { name, checked: true }),
})
const CHOICES: Choice[] = [
  colour('Teal'),
  {
    what: 'quiet hours',
    page: '/account',
    path: '/api/me/reminders',
    choose: (page) => switched(page, 'Quiet hours').click(),
    chosen: (page) => switched(page, 'Quiet hours').and(page.locator(':checked')),
  },
  {
    what: 'what others may see of a calendar',
    page: '/account',
    path: '/api/me/calendars/*',
    async choose(page) {
      await page.locator('.calendar-card summary', { hasText: 'Football' }).click()
      await page.getByRole('radio', { name: 'Everything' }).click()
    },
    chosen: (page) => page.getByRole('radio', { name: 'Everything', checked: true }),
  },
  {
    what: 'the appearance',
    page: '/account',
    path: '/api/me/preferences',
    choose: press('Dark'),
    chosen: (page) => page.locator('html[data-theme=dark]'),
  },
  {
    what: 'the zone of the household',
    page: '/admin',
    path: '/api/admin/config/timezone/seed',
    async choose(page) {
      await page.getByLabel('Time zone').selectOption('Europe/Copenhagen')
      await press('Use Europe/Copenhagen')(page)
    },
    chosen: (page) => page.locator('section:not(:has(.primary))').getByLabel('Time zone'),
  },
  {
    what: 'to be told of a list',
    page: '/lists',
    path: '/api/lists/*/notices',
    async choose(page) {
      await page.getByRole('link', { name: 'Told' }).click()
      await press('More')(page)
      await page.getByRole('menuitem', { name: 'Messages about this list…' }).click()
      await switched(page, 'Tell me when somebody adds something').click()
    },
    chosen: (page) => inMessages(page).getByRole('switch', { checked: true }),
  },
]

test.each(CHOICES.map((choice) => [choice.what, choice] as const))(
  'what is chosen and whose answer is lost is asked for: %s',
  async (_, choice) => {
    const page = await openForm(choice)
    // It breaks off: that the connection is lost would ask for everything.
    const lost = loseNextAnswer(page, choice.path, breakOff)
    await choice.choose(page)
    await lost
    await choice.chosen(page).waitFor()
  },
)

test('what needs a connection says so until there is one', async () => {
  const violet = colour('Violet')
  const page = await openForm(violet)
  await page.getByRole('radio', { name: 'Violet' }).waitFor()
  await page.context().setOffline(true)
  await violet.choose(page)
  await page.getByRole('alert').getByText('This needs a connection.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('alert').getByText('No answer came.').waitFor()
  await violet.choose(page)
  await violet.chosen(page).waitFor()
})

/** Something that is done at once to what is there, under a path of the service. */
interface Deed {
  what: string
  page: string
  path: string
  /** What has to be there, as the service is asked for it. */
  before: [request: string, body: object]
  act: (page: Page) => Promise<unknown>
  /** What is shown once it is done. */
  done: (page: Page) => Locator
}

const choose = async (page: Page, name: string, action: string) => {
  await press(`What to do with ${name}`)(page)
  await page.getByRole('menuitem', { name: action }).click()
}
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

const DEEDS: Deed[] = [
  {
    what: 'a member gets another name',
    page: '/admin',
    path: '/api/admin/members/*',
    before: [
      'POST /api/admin/members',
      { displayName: 'Emil', username: 'emil', initialPassword: secret('a-password-of-emils') },
    ],
    async act(page) {
      await choose(page, 'Emil', 'Rename')
      await page.getByLabel('Name', { exact: true }).fill('Emile')
      await press('Save')(page)
      await page.getByRole('alert').getByText('No answer came.').waitFor()
      await press('Cancel')(page)
    },
    done: (page) => row(page, 'Emile'),
  },
  {
    what: 'a member gets the role',
    page: '/admin',
    path: '/api/admin/members/*',
    before: [
      'POST /api/admin/members',
      { displayName: 'Finn', username: 'finn', initialPassword: secret('a-password-of-finns') },
    ],
    act: (page) => choose(page, 'Finn', 'Let them run the household'),
    done: (page) => row(page, 'Finn').filter({ hasText: 'Runs the household' }).getByText('No answer came.'),
  },
  {
    what: 'a display is removed',
    page: '/admin',
    path: '/api/admin/displays/*',
    before: ['POST /api/admin/displays', { name: 'Hall', calendarIds: [], listIds: [], canTick: true, canAdd: true }],
    async act(page) {
      await row(page, 'Hall').getByRole('button', { name: 'Remove' }).click()
      await pressInDialog('Remove')(page)
    },
    done: (page) => page.getByText('“Hall” is no longer a display.'),
  },
  {
    what: 'a person is removed',
    page: '/people',
    path: '/api/people/*',
    before: ['POST /api/people', { name: 'Rex' }],
    async act(page) {
      await choose(page, 'Rex', 'Remove')
      await pressInDialog('Remove')(page)
    },
    done: undo,
  },
  {
    what: 'a birthday is removed',
    page: '/people',
    path: '/api/birthdays/*',
    before: ['POST /api/birthdays', { name: 'Uncle', date: '--11-24' }],
    act: (page) => choose(page, 'Uncle', 'Remove'),
    done: undo,
  },
]

test.each(DEEDS.map((deed) => [deed.what, deed] as const))(
  'what is done and whose answer breaks off is shown as done: %s',
  async (_, deed) => {
    const { home } = stage
    const [request, body] = deed.before
    await ask(home, home.cast.ada, request, body)
    const page = await openForm(deed)
    await holdUndo(page)
    const lost = loseNextAnswer(page, deed.path, breakOff)
    await deed.act(page)
    await lost
    await deed.done(page).waitFor()
  },
)
