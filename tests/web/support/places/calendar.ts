import type { Page } from 'playwright-core'
import { openForm } from '../event-card'
import { chip, wholeForm } from '../new-event'
import { ANYWHERE, NARROW, type Place, press, seeDialog, type Texts } from './place'
import { accountIs } from './settings'

/** Until the events are there: in words, or as dots on the day of a phone's month. */
export async function seeEvents(page: Page) {
  const inWords = page.getByRole('main').getByRole('button', { name: /Family dinner|Team stand-up/ })
  await inWords.or(page.locator('.dots i:visible')).first().waitFor()
}

const row = (page: Page, title: string) => page.locator('.event-row:visible', { hasText: title }).first()

async function openRow(page: Page, title: string, { eventForm }: Texts) {
  await openForm(page, row(page, title))
  await page.getByRole('dialog', { name: eventForm.edit }).getByRole('textbox', { name: eventForm.place }).waitFor()
}

/** A new event that the service does not take, and one that it is slow with. */
async function writeTwo(page: Page, { calendar, common, eventForm }: Texts) {
  await seeEvents(page)
  for (const title of ['On its way', 'Refused']) {
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: eventForm.title }).fill(title)
    await page.getByRole('dialog').getByRole('button', { name: common.save }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('link', { name: calendar.notSavedCount(1) }).waitFor()
}

const refuseOne = (page: Page) =>
  page.route('**/api/events/create', (route) => {
    const isRefused = route.request().postDataJSON().title === 'Refused'
    // The other stays under way.
    return isRefused ? route.fulfill({ status: 403, json: { error: 'Forbidden' } }) : undefined
  })

/** Somebody else has moved the dinner, and named another place, since its form was opened. */
const moveMeanwhile = (page: Page) =>
  page.route('**/api/events/*/edit*', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    const { base } = route.request().postDataJSON()
    const times = { start: '2026-11-20T19:30:00.000Z', end: '2026-11-20T21:30:00.000Z' }
    const current = { ...base, ...times, location: 'The pizzeria on the market square' }
    await route.fulfill({ status: 409, json: { error: 'Changed', current } })
  })

async function clash(page: Page, texts: Texts) {
  await changeBoth(page, texts)
  await page.getByRole('link', { name: texts.calendar.notSavedCount(1) }).click()
  await page.getByRole('radio').first().waitFor()
}

async function changeBoth(page: Page, texts: Texts) {
  await openRow(page, 'Family dinner', texts)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: texts.eventForm.startTime }).fill('18:30')
  await dialog.getByRole('textbox', { name: texts.eventForm.place }).fill('Grandma’s garden')
  await dialog.getByRole('button', { name: texts.common.save }).click()
  await page.getByRole('link', { name: texts.calendar.notSavedCount(1) }).waitFor()
}

const views: Place[] = (['month', 'week', 'day', 'agenda'] as const).map((view) => ({
  name: `calendar-${view}`,
  path: `/?view=${view}`,
  open: seeEvents,
}))

/** Three events at once, one of them short. */
const dense: Place[] = (['week', 'day'] as const).map((view) => ({
  name: `calendar-${view}-dense`,
  path: `/?view=${view}&date=2026-11-18`,
  // On a phone a day is told in words.
  ...(view === 'day' && { sizes: ['laptop'] }),
  async open(page) {
    const box = page.locator('.event-box:visible', { hasText: 'Design review' }).first()
    await box.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  },
}))

export const CALENDAR: Place[] = [
  ...views,
  ...dense,
  {
    name: 'calendar-not-connected',
    as: 'dora',
    path: '/?view=month',
    async prepare(page) {
      await page.route('**/api/events/writable-calendars', (route) => route.fulfill({ json: { calendars: [] } }))
      await page.route(/\/api\/events\?/, (route) => route.fulfill({ json: { occurrences: [] } }))
    },
    async open(page, { calendar }) {
      await page.getByRole('link', { name: calendar.noCalendar.action }).waitFor()
    },
  },
  {
    name: 'calendar-refused',
    path: '/?view=month',
    prepare: accountIs('refused'),
    open: (page, { account }) => page.getByText(account.calendar.refused).waitFor(),
  },
  {
    name: 'lists-refused',
    path: '/lists',
    prepare: accountIs('refused'),
    open: (page, { account }) => page.getByText(account.calendar.refused).waitFor(),
  },
  {
    name: 'wall-refused',
    path: '/wall',
    sizes: ['tablet', 'portrait'],
    prepare: accountIs('refused'),
    open: (page, { account }) => page.getByText(account.calendar.refused).waitFor(),
  },
  {
    name: 'calendar-try-all-again',
    path: '/?view=agenda',
    prepare: accountIs('ok'),
    open: (page, { account }) => page.getByRole('button', { name: account.calendar.tryAll }).waitFor(),
  },
  {
    name: 'calendar-unreachable',
    path: '/?view=week&date=2027-09-15',
    prepare: (page) =>
      page.route(/\/api\/events\?/, (route) => route.fulfill({ status: 403, json: { error: 'Forbidden' } })),
    open: (page, { calendar }) => page.getByText(calendar.unreachable).waitFor(),
  },
  {
    name: 'calendar-unsaved',
    path: '/?view=week',
    sizes: ANYWHERE,
    prepare: refuseOne,
    open: writeTwo,
  },
  {
    name: 'unsaved',
    path: '/?view=agenda',
    sizes: ANYWHERE,
    prepare: refuseOne,
    async open(page, texts) {
      await writeTwo(page, texts)
      await page.getByRole('link', { name: texts.calendar.notSavedCount(1) }).click()
      await page.getByRole('listitem', { name: 'Refused' }).waitFor()
    },
  },
  {
    name: 'unsaved-clash',
    path: '/?view=agenda',
    prepare: moveMeanwhile,
    open: clash,
  },
  {
    name: 'unsaved-none',
    path: '/unsaved',
    open: (page, { unsaved }) => page.getByText(unsaved.none).waitFor(),
  },
  {
    name: 'event-not-saved',
    path: '/?view=agenda',
    prepare: refuseOne,
    async open(page, texts) {
      await writeTwo(page, texts)
      await row(page, 'Refused').click()
      await page.getByRole('alert').getByText(texts.unsaved.reasons.forbidden).waitFor()
    },
  },
  {
    name: 'event-clash',
    path: '/?view=agenda',
    isDialog: true,
    prepare: (page) =>
      page.route('**/api/events/*/edit*', async (route) => {
        if (route.request().method() === 'GET') return route.fallback()
        const { base } = route.request().postDataJSON()
        await route.fulfill({ status: 409, json: { error: 'Changed', current: base } })
      }),
    async open(page, texts) {
      await changeBoth(page, texts)
      // By now the house has what somebody else has made of it.
      await page.route('**/api/events/*/edit*', async (route) => {
        const stored = await (await route.fetch()).json()
        await route.fulfill({ json: { ...stored, location: 'The pizzeria on the market square' } })
      })
      await row(page, 'Family dinner').click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'event-new',
    path: '/?new',
    isDialog: true,
    async open(page, { eventForm }) {
      await page.getByRole('dialog').getByRole('textbox', { name: eventForm.title }).fill('Dentist Mia')
      await chip(page, new RegExp(`^${eventForm.quickAdd.parts.when}`)).click()
    },
  },
  {
    name: 'event-new-problems',
    path: '/?new',
    isDialog: true,
    async open(page, { common, eventForm }) {
      const dialog = await wholeForm(page)
      await dialog.getByRole('combobox', { name: eventForm.repeats }).selectOption(eventForm.recurrences.weekly)
      await dialog.getByRole('combobox', { name: eventForm.repeatEnds }).selectOption(eventForm.afterTimes)
      await dialog.getByRole('button', { name: common.save }).click()
      await dialog.getByText(eventForm.problems.title).waitFor()
    },
  },
  {
    name: 'event-rule-and-reminders',
    path: '/?new',
    isDialog: true,
    async open(page, { eventForm }) {
      const dialog = await wholeForm(page)
      await dialog.getByRole('combobox', { name: eventForm.repeats }).selectOption(eventForm.recurrence.ownRule)
      await dialog.getByRole('textbox', { name: eventForm.recurrence.interval }).fill('0')
      await dialog.getByRole('combobox', { name: eventForm.repeatEnds }).selectOption(eventForm.onDate)
      await dialog.getByRole('combobox', { name: eventForm.reminder }).selectOption(eventForm.lead.atStart)
      await press(page, eventForm.anotherReminder)
      await press(page, eventForm.anotherReminder)
    },
  },
  {
    name: 'event-card',
    path: '/?view=agenda',
    async open(page, { eventForm }) {
      await row(page, 'Movie night').click()
      await page.getByRole('dialog').getByText(eventForm.repeats, { exact: true }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'event-card-loading',
    path: '/?view=agenda',
    isDialog: true,
    prepare: (page) => page.route('**/api/events/*/edit*', () => {}),
    async open(page, { eventForm }) {
      await row(page, 'Family dinner').click()
      await page.getByRole('dialog').getByText(eventForm.card.missing.loading).waitFor()
    },
  },
  {
    name: 'event-edit',
    path: '/?view=agenda',
    isDialog: true,
    open: (page, texts) => openRow(page, 'Family dinner', texts),
  },
  {
    name: 'event-series',
    path: '/?view=agenda',
    isDialog: true,
    open: (page, texts) => openRow(page, 'Movie night', texts),
  },
  {
    name: 'event-loading',
    path: '/?view=agenda',
    isDialog: true,
    prepare: (page) => page.route('**/api/events/*/edit*', () => {}),
    async open(page, { eventForm }) {
      await openForm(page, row(page, 'Family dinner'))
      await page.getByRole('dialog').getByText(eventForm.loading).waitFor()
    },
  },
  {
    name: 'event-not-known',
    path: '/?view=agenda',
    isDialog: true,
    prepare: (page) => page.route('**/api/events/*/edit*', (route) => route.fulfill({ status: 403, json: {} })),
    async open(page, { eventForm }) {
      await openForm(page, row(page, 'Movie night'))
      await page.getByRole('dialog').getByText(eventForm.notKnown).waitFor()
    },
  },
  {
    name: 'series-save',
    path: '/?view=agenda',
    isDialog: true,
    async open(page, texts) {
      const { common, eventForm } = texts
      await openRow(page, 'Movie night', texts)
      await page.getByRole('textbox', { name: eventForm.place }).fill('At home')
      await page.getByRole('dialog').getByRole('button', { name: common.save }).click()
      await seeDialog(page, eventForm.range.change('Movie night'))
    },
  },
  {
    name: 'series-delete',
    path: '/?view=agenda',
    isDialog: true,
    async open(page, texts) {
      await row(page, 'Movie night').click()
      await press(page, texts.common.delete)
      await seeDialog(page, texts.eventForm.range.remove('Movie night'))
    },
  },
  {
    name: 'meeting-delete',
    path: '/?view=agenda',
    isDialog: true,
    prepare: (page) =>
      page.route('**/api/events/*/meeting*', (route) =>
        route.fulfill({
          json: {
            isMeeting: true,
            isOrganizer: true,
            organizer: { name: 'Ada', email: 'ada@example.org' },
            attendees: ['Signe Holm', 'Jonas Vestergaard', 'Grandma', 'Tom'].map((name) => ({ name, email: null })),
          },
        }),
      ),
    async open(page, texts) {
      await row(page, 'Family dinner').click()
      await press(page, texts.common.delete)
      await seeDialog(page, texts.eventForm.meeting.deleteTitle('Family dinner'))
    },
  },
  {
    name: 'series-move',
    path: '/?view=week',
    isDialog: true,
    isOpenedAnew: true,
    async open(page, { eventForm }) {
      const box = page.locator('.event-box:visible', { hasText: 'Team stand-up' }).first()
      await box.focus()
      for (const key of ['Space', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
      await seeDialog(page, eventForm.range.change('Team stand-up'))
    },
  },
  {
    name: 'calendar-search',
    path: '/?view=month',
    isDialog: true,
    async open(page) {
      await seeEvents(page)
      await page.keyboard.press('/')
      await page.getByRole('searchbox').fill('dinner')
      await page.getByRole('dialog').locator('.event-row').first().waitFor()
    },
  },
  {
    name: 'calendar-jump',
    path: '/?view=month',
    sizes: NARROW,
    async open(page, { calendar }) {
      await page.getByTitle(calendar.jump).click()
      await seeDialog(page, calendar.jump)
    },
  },
  {
    name: 'calendar-filtered',
    path: '/?view=month',
    sizes: ANYWHERE,
    async open(page, { calendar }) {
      await seeEvents(page)
      await press(page, calendar.onlyMe)
    },
  },
]
