import { outbox } from '../../../../src/platform/db/schema'
import { ask } from '../../../support/cast'
import { answer } from '../../../support/proxy'
import { chip } from '../new-event'
import { holdUndo, leave } from '../undo'
import { until } from '../until'
import type { Hands } from './hands'
import type { Setting, Task } from './task'

const button = ({ page }: Hands, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()
const inDialog = ({ page }: Hands, name: string | RegExp) =>
  page.getByRole('dialog').last().getByRole('button', { name })
const newEvent = (hands: Hands) =>
  hands.tap(hands.page.getByRole('link', { name: 'New event' }).filter({ visible: true }))
/** Whoever saves at once is waited for by a second, which a busy machine needs for the answer. */
const understood = ({ page }: Hands, name: RegExp) => chip(page, name).waitFor()
/** A day of the month that a phone shows. */
const day = ({ page }: Hands, name: string) => page.getByRole('gridcell', { name: new RegExp(name) })

const onServer = (where: 'own' | 'shared', holds: (text: string) => boolean) => (setting: Setting, hands: Hands) =>
  stored(setting, hands, where, holds)

async function stored(
  { calendars }: Setting,
  { page }: Hands,
  where: 'own' | 'shared',
  holds: (text: string) => boolean,
) {
  await leave(page)
  await until('it is on the server', () => calendars.onServer(calendars[where]), holds)
}

/** What is on, and for whom. */
const TODAY = [
  ['Football', 'Ben'],
  ['Choir', 'Ada'],
  ['Swimming', 'Everyone'],
] as const

export const CALENDAR_TASKS: readonly Task[] = [
  {
    number: 1,
    name: 'Dentist for Cleo tomorrow 15:00, remind an hour before',
    on: 'phone',
    most: { taps: 2, texts: 1 },
    async work(hands) {
      await newEvent(hands)
      await hands.type('Dentist Cleo tomorrow 15:00, remind 1h')
      await understood(hands, /^When: Tomorrow 15:00/)
      await hands.tap(inDialog(hands, 'Save'))
      await hands.page.getByText(/Dentist · .*15:00/).waitFor()
    },
    after: onServer(
      'own',
      (text) =>
        /SUMMARY:Dentist\r/.test(text) &&
        text.includes('DTSTART:20261121T140000Z') &&
        text.includes('TRIGGER:-PT1H') &&
        text.includes('CATEGORIES:Cleo'),
    ),
  },
  ...(['phone', 'laptop', 'tablet', 'portrait'] as const).map(
    (on): Task => ({
      number: 4,
      name: 'What is on today, for whom?',
      on,
      most: {},
      from: () => (on === 'phone' || on === 'laptop' ? '/' : '/wall'),
      async work({ page }) {
        for (const [what, who] of TODAY) {
          const event = page.getByRole('button', { name: new RegExp(`${what}.*${who}`, 's') })
          const ofPerson = page.getByRole('region', { name: who, exact: true }).getByText(what)
          await event.or(ofPerson).filter({ visible: true }).first().waitFor()
        }
      },
    }),
  ),
  {
    number: 5,
    name: 'Move tomorrow’s physio to the day after, same time',
    on: 'phone',
    most: { taps: 4 },
    async work(hands) {
      await holdUndo(hands.page)
      await hands.tap(day(hands, '21 November'))
      await hands.tap(button(hands, /Physio/))
      await hands.tap(inDialog(hands, 'Move'))
      await hands.tap(inDialog(hands, /^Sunday 22 November/))
      await button(hands, 'Undo').waitFor()
    },
    after: onServer('own', (text) => text.includes('20261122T173000') || text.includes('20261122T163000Z')),
  },
  {
    number: 6,
    name: 'This week’s choir is cancelled, the others stay',
    on: 'phone',
    most: { taps: 3 },
    async work(hands) {
      await holdUndo(hands.page)
      await hands.tap(button(hands, /Choir/))
      await hands.tap(inDialog(hands, 'Delete'))
      await hands.tap(inDialog(hands, /^Only this one/))
      await button(hands, 'Undo').waitFor()
    },
    after: onServer('own', (text) => /EXDATE[^\r]*20261120/.test(text) && /FREQ=WEEKLY;BYDAY=FR/.test(text)),
  },
  {
    number: 7,
    name: 'From January on piano is on Thursdays',
    on: 'laptop',
    from: () => '/?view=month&date=2027-01-05',
    most: { taps: 6 },
    async work(hands) {
      await hands.tap(button(hands, /^Piano Tuesday 5 January/))
      await hands.tap(inDialog(hands, 'Move'))
      await hands.tap(
        hands.page
          .getByRole('dialog')
          .last()
          .getByRole('button', { name: /\b7 January 2027/ }),
      )
      await hands.tap(inDialog(hands, /^This and all following/))
      await button(hands, /^Piano Thursday 14 January/).waitFor()
    },
    after: onServer('own', (text) => text.split('SUMMARY:Piano').length === 3 && /BYDAY=TH/.test(text)),
  },
  {
    number: 8,
    name: 'Bins every second Wednesday, remind the evening before',
    on: 'phone',
    most: { taps: 3, texts: 1 },
    async work(hands) {
      await newEvent(hands)
      await hands.type('Bins every second Wednesday, remind the evening before')
      await understood(hands, /^Repeat: Every 2 weeks/)
      await hands.tap(inDialog(hands, 'Save'))
      await hands.page.getByText(/Bins · /).waitFor()
    },
    after: onServer('own', (text) => /SUMMARY:Bins\r/.test(text) && /RRULE:[^\r]*INTERVAL=2/.test(text)),
  },
  {
    number: 9,
    name: 'Is Ben free on Friday evening?',
    on: 'phone',
    most: { taps: 2 },
    async work(hands) {
      await hands.tap(day(hands, '27 November'))
      await button(hands, /Late shift.*Ben/s).waitFor()
    },
  },
  {
    number: 10,
    name: 'When is the summer camp? (next July)',
    on: 'phone',
    most: { taps: 1, texts: 1 },
    visit: ({ home }) => ({ as: home.cast.cleo }),
    async work(hands) {
      await hands.tap(button(hands, 'Search'))
      await hands.type('camp')
      await inDialog(hands, /Summer camp/).waitFor()
    },
  },
  {
    number: 11,
    name: 'Go to June of next year',
    on: 'laptop',
    most: { taps: 2, texts: 1 },
    async work(hands) {
      await hands.tap(hands.page.getByRole('heading', { level: 1 }).getByRole('button'))
      await hands.type('june 2027', 'Enter')
      await hands.page.getByRole('heading', { level: 1, name: 'June 2027' }).waitFor()
    },
  },
  {
    number: 18,
    name: 'This event is for Cleo and Ben',
    on: 'phone',
    most: { taps: 3 },
    async work(hands) {
      await hands.tap(button(hands, /Swimming/))
      for (const name of ['Cleo', 'Ben'])
        await hands.tap(hands.page.getByRole('dialog').getByRole('checkbox', { name }))
      await hands.page.locator('dialog legend', { hasText: 'Ben, Cleo' }).waitFor()
    },
    async after(setting, hands) {
      await hands.page.keyboard.press('Escape')
      await stored(setting, hands, 'shared', (text) => /CATEGORIES:(Ben,Cleo|Cleo,Ben)/.test(text))
    },
  },
  {
    number: 19,
    name: 'Take back a wrong delete',
    on: 'phone',
    most: { taps: 1 },
    from: () => '/?view=day&date=2026-11-20',
    async work(hands) {
      await holdUndo(hands.page)
      await button(hands, /Swimming/).tap()
      await inDialog(hands, 'Delete').tap()
      await hands.tap(button(hands, 'Undo'))
      await button(hands, /Swimming/).waitFor()
    },
  },
  {
    number: 21,
    name: 'A change was refused on my phone: try again from the laptop',
    on: 'laptop',
    most: { taps: 3 },
    async before({ home, calendars }) {
      const allow = calendars.proxy.fault({ method: 'PUT' }, answer(403))
      const start = '2026-11-28T09:00:00Z'
      const form = { title: 'Flea market', allDay: false, start, end: '2026-11-28T10:00:00Z' }
      await ask(home, home.cast.ada, 'POST /api/events/create', form)
      await calendars.drain.wake()
      await until(
        'it is refused',
        async () => (await home.ctx.db.select().from(outbox)).map(({ status }) => status),
        (all) => all.includes('failed'),
      )
      allow()
    },
    async work(hands) {
      await hands.tap(
        hands.page
          .getByRole('link', { name: /^Not saved/ })
          .filter({ visible: true })
          .first(),
      )
      await hands.tap(button(hands, 'Try again'))
      await hands.page.getByText('Everything is saved.').waitFor()
    },
    after: onServer('own', (text) => text.includes('SUMMARY:Flea market')),
  },
  {
    number: 27,
    name: 'Print next month',
    on: 'laptop',
    most: { taps: 3 },
    async work(hands) {
      const { page, tap } = hands
      await page.evaluate(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', '')
      })
      await tap(button(hands, 'Next month'))
      await tap(button(hands, 'Print'))
      await page.locator('html[data-printed]').waitFor()
    },
  },
  {
    number: 28,
    name: 'The same event again next Tuesday',
    on: 'laptop',
    most: { taps: 3 },
    async work(hands) {
      await holdUndo(hands.page)
      await hands.tap(button(hands, /^Piano Tuesday 24 November/))
      await hands.tap(inDialog(hands, 'Copy'))
      await hands.tap(inDialog(hands, /^Tuesday 1 December/))
      await button(hands, 'Undo').waitFor()
    },
    after: onServer('own', (text) => text.includes('DTSTART:20261201T150000Z')),
  },
]
