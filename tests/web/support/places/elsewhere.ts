import type { Page } from 'playwright-core'
import { type Place, press, seeDialog, seeHeading } from './place'

/** Subscriptions in all their states. */
const subscribed = (page: Page) => {
  const feed = { kind: 'feed', holidays: null, color: '#078383', visibility: 'private', reason: null }
  const tried = { lastGoodAt: '2026-11-20T13:20:00.000Z', lastTriedAt: '2026-11-20T15:20:00.000Z' }
  const subscriptions = [
    { displayName: 'Forest school', url: 'https://calendar.forest-school.example/…', ...feed, state: 'ok', ...tried },
    {
      displayName: 'Football club, under eleven, with training and matches',
      url: 'https://a-club-with-a-very-long-name.example.org/…',
      ...feed,
      visibility: 'household',
      color: '#C55220',
      state: 'failing',
      ...tried,
      reason: 'status-404',
    },
    {
      displayName: 'bins.example',
      url: 'https://bins.example/…',
      ...feed,
      state: 'pending',
      lastGoodAt: null,
      lastTriedAt: null,
    },
    {
      displayName: 'Public holidays: Germany',
      url: null,
      ...feed,
      kind: 'holidays',
      holidays: { country: 'DE', region: null },
      state: 'ok',
      ...tried,
    },
  ].map((one, index) => ({ id: index + 1, calendarId: index + 101, ...one }))
  return page.route('**/api/subscriptions', (route) => route.fulfill({ json: { subscriptions } }))
}

const withPreview = async (page: Page) => {
  await subscribed(page)
  const event = { end: '2026-11-25T18:00:00.000Z', allDay: false }
  await page.route('**/api/subscriptions/preview', (route) =>
    route.fulfill({
      json: {
        name: 'Choir',
        color: null,
        total: 43,
        events: [
          { title: 'Rehearsal', start: '2026-11-25T17:00:00.000Z', ...event },
          {
            title: 'Concert in the church on the hill, with the orchestra',
            start: '2026-12-05',
            ...event,
            allDay: true,
          },
        ],
      },
    }),
  )
}

/** Secret addresses and keys, with short and long names. */
async function withSecrets(page: Page) {
  await subscribed(page)
  const dates = { createdAt: '2026-11-02T08:00:00.000Z', lastUsedAt: '2026-11-19T17:30:00.000Z' }
  const feed = { calendars: [1], lists: [], reminders: false, ...dates }
  const feeds = [
    { id: 1, name: 'Grandma’s tablet', detail: 'full', ...feed },
    { id: 2, name: null, detail: 'busy', ...feed, lastUsedAt: null },
  ]
  const tokens = [
    { id: 1, name: 'Button in the kitchen', scope: 'lists', expires: null, ...dates },
    {
      id: 2,
      name: 'Home automation in the cellar, beside the washing machine',
      scope: 'read',
      expires: '2027-11-20',
      ...dates,
      lastUsedAt: null,
    },
  ]
  await page.route('**/api/feeds', (route) => route.fulfill({ json: { feeds } }))
  await page.route('**/api/me/tokens', (route) => route.fulfill({ json: { tokens } }))
}

export const ELSEWHERE: Place[] = [
  {
    name: 'elsewhere',
    path: '/elsewhere',
    prepare: withPreview,
    async open(page, { shell }) {
      await seeHeading(page, shell.elsewhere)
      await page.locator('input[type=url]').fill('https://choir.example.org/calendar.ics')
      await page.getByText('Choir').waitFor()
      await page.locator('.more-holidays summary').click()
      await page.locator('main').evaluate((main) => main.scrollTo(0, 0))
    },
  },
  {
    name: 'elsewhere-birthday',
    path: '/people',
    isDialog: true,
    async open(page, { people }) {
      await press(page, people.birthdays.add)
      await seeDialog(page, people.birthdays.addTitle)
    },
  },
  {
    name: 'elsewhere-outward',
    path: '/elsewhere',
    prepare: withSecrets,
    async open(page, { outward }) {
      await page.getByText('Button in the kitchen').first().waitFor()
      await page.getByText('Grandma’s tablet').first().waitFor()
      await page.getByRole('heading', { name: outward.feeds.title }).evaluate((title) => title.scrollIntoView())
    },
  },
]
