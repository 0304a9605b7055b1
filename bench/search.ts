/**
 * A search over sixty thousand events through the whole service, beside the window that a month asks for; and what of it is
 * this process's own work, which does not depend on who else is on the machine.
 */
import { summarize } from '../src/calendar/ical/summary'
import { zoneOf } from '../src/calendar/ical/zone'
import { upsertEvents } from '../src/calendar/sync/store-events'
import type { Context } from '../src/platform/context'
import { ask, seatCast } from '../tests/support/cast'
import { insertCalendar } from '../tests/support/diary'
import { openHousehold } from '../tests/support/household'
import type { Figure } from './figure'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY_MS = 86_400_000
const SINGLES = 59_500
const SERIES = 500
const CALENDARS = 6
/** Eight years back, two ahead. */
const [FIRST_DAY, LAST_DAY] = [-2920, 730]
const ROUNDS = 40
const ZONE = zoneOf('Europe/Berlin')!

const QUERIES: [what: string, q: string][] = [
  ['a rare word', 'zahnreinigung'],
  ['a frequent word, of every third event', 'training'],
  ['one letter', 's'],
  ['two words, one of them rare', 'turnhalle zahnreinigung'],
  ['two frequent words', 'training turnhalle'],
  ['four words of title, place and notes', 'training turnhalle mitbringen flasche'],
  ['two frequent words that stand together nowhere', 'training elternabend'],
  ['a word that only the past has', 'windelpaket'],
  ['a word that nothing has', 'xylophon'],
  ['the name of a calendar', 'kalender'],
  ['twenty letters', [...'abcdefghijklmnopqrst'].join(' ')],
]

export async function bench(report: (figure: Figure) => void): Promise<void> {
  const household = await openHousehold({ at: new Date(NOW).toISOString() })
  try {
    const { ctx } = household
    const { ada } = await seatCast(ctx)
    const calendars = await Promise.all(
      Array.from({ length: CALENDARS }, (_, at) =>
        insertCalendar(ctx, ada.id, `https://cal.example.org/${at}/`, { displayName: `Kalender ${at}` }),
      ),
    )
    const texts = [...singles(), ...series()]
    const storing = performance.now()
    for (const [at, { id }] of calendars.entries()) {
      await store(
        ctx,
        id,
        texts.filter((_, index) => index % CALENDARS === at),
      )
    }
    report({ name: '60,000 events stored with their words', value: (performance.now() - storing) / 1000, unit: 's' })
    const time = async (path: string) => {
      const start = performance.now()
      const { status } = await ask(household, ada, `GET ${path}`)
      if (status !== 200) throw new Error(`status ${status}`)
      return performance.now() - start
    }
    const pathOf = (q: string) => `/api/events/search?q=${encodeURIComponent(q)}`
    report({
      name: 'the first search after a start, which reads every series',
      value: await time(pathOf('s')),
      unit: 'ms',
    })
    let slowest = 0
    for (const [what, q] of QUERIES) {
      const before = process.cpuUsage()
      const median = await medianOf(() => time(pathOf(q)))
      const { user, system } = process.cpuUsage(before)
      slowest = Math.max(slowest, median)
      report({ name: `search for ${what}: median`, value: median, unit: 'ms', goal: '< 30' })
      report({ name: 'the same: CPU', value: (user + system) / 1000 / ROUNDS, unit: 'ms CPU' })
    }
    const { body } = await ask<{ nextCursor: string }>(household, ada, `GET ${pathOf('training')}`)
    const page = await medianOf(() => time(`${pathOf('training')}&cursor=${body.nextCursor}`))
    report({ name: 'the second page', value: page, unit: 'ms', goal: '< 30' })
    const window = await medianOf(() => time('/api/events?start=2026-11-01&end=2026-12-13'))
    report({ name: 'a month of the same calendars', value: window, unit: 'ms' })
    report({ name: 'the slowest search / that month', value: slowest / window, unit: 'times' })
  } finally {
    await household.close()
  }
}

async function medianOf(time: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await time())
  return times.sort((a, b) => a - b)[ROUNDS / 2]!
}

const TITLES = [
  'Training',
  'Schwimmtraining',
  'Training Anna',
  'Elternabend',
  'Sprechstunde',
  'Einkauf',
  'Geburtstag Oma',
]
const PLACES = ['Turnhalle Süd', 'Rathaus', 'Schule', 'Praxis Dr. Sommer']
const NOTES = ['Bitte Flasche und Handtuch mitbringen, Treffpunkt am Eingang', 'Schlüssel beim Hausmeister', '']

function* singles(): Generator<string> {
  for (let index = 0; index < SINGLES; index++) {
    const spread = (index * 7919) % ((LAST_DAY - FIRST_DAY) * 24)
    const at = NOW + FIRST_DAY * DAY_MS + spread * 3_600_000
    const isRare = index % 3000 === 0
    const isPast = at < NOW - 1500 * DAY_MS
    const title = isRare ? 'Zahnreinigung' : isPast && index % 4 === 0 ? 'Windelpaket' : TITLES[index % TITLES.length]
    yield event(`single-${index}`, [
      `DTSTART:${stampOf(at)}`,
      `DTEND:${stampOf(at + 3_600_000)}`,
      `SUMMARY:${title} ${index}`,
      `LOCATION:${PLACES[index % PLACES.length]}`,
      `DESCRIPTION:${NOTES[index % NOTES.length]}`,
    ])
  }
}

function* series(): Generator<string> {
  const rules = ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=MO,WE', 'FREQ=MONTHLY', 'FREQ=YEARLY', 'FREQ=DAILY;COUNT=300']
  for (let index = 0; index < SERIES; index++) {
    const day = String(1 + (index % 28)).padStart(2, '0')
    yield event(`series-${index}`, [
      `DTSTART;TZID=Europe/Berlin:201601${day}T083000`,
      `RRULE:${rules[index % rules.length]}`,
      `SUMMARY:${TITLES[index % TITLES.length]}`,
      `LOCATION:${PLACES[index % PLACES.length]}`,
    ])
  }
}

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

const event = (uid: string, lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  )

async function store(ctx: Context, calendarId: number, texts: readonly string[]) {
  for (let from = 0; from < texts.length; from += 1000) {
    const items = texts.slice(from, from + 1000).map((data) => {
      const summary = summarize(data, ZONE)
      return { href: `/${summary.uid}.ics`, etag: '"1"', data, summary }
    })
    await upsertEvents(ctx.db, calendarId, items, ctx.now())
  }
}
