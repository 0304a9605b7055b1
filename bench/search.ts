/**
 * A search over sixty thousand events through the whole service, beside the window that a month asks for; and what of it is
 * this process's own work, which does not depend on who else is on the machine.
 */

import { DAY_MS } from '../src/platform/durations'
import { ask, seatCast } from '../tests/support/cast'
import { insertCalendar } from '../tests/support/diary'
import { openHousehold } from '../tests/support/household'
import type { Report } from './figure'
import { objectOf, stampOf, storeTexts } from './support/stored-events'
import { median, timed } from './support/time'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const SINGLES = 59_500
const SERIES = 500
const CALENDARS = 6
/** Eight years back, two ahead. */
const [FIRST_DAY, LAST_DAY] = [-2920, 730]
const ROUNDS = 40

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

export async function bench(report: Report): Promise<void> {
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
    const storedMs = await timed(async () => {
      for (const [at, { id }] of calendars.entries()) {
        const own = texts.filter((_, index) => index % CALENDARS === at)
        await storeTexts(ctx, id, own)
      }
    })
    report({ name: '60,000 events stored with their words', value: storedMs / 1000, unit: 's' })
    const time = (path: string) =>
      timed(async () => {
        const { status } = await ask(household, ada, `GET ${path}`)
        if (status !== 200) throw new Error(`status ${status}`)
      })
    const pathOf = (q: string) => `/api/events/search?q=${encodeURIComponent(q)}`
    report({
      name: 'the first search after a start, which reads every series',
      value: await time(pathOf('s')),
      unit: 'ms',
    })
    let slowest = 0
    for (const [what, q] of QUERIES) {
      const before = process.cpuUsage()
      const value = await medianOf(() => time(pathOf(q)))
      const { user, system } = process.cpuUsage(before)
      slowest = Math.max(slowest, value)
      report({ name: `search for ${what}: median`, value, unit: 'ms', goal: '< 30' })
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
  return median(times)
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
    yield objectOf(`single-${index}`, [
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
    yield objectOf(`series-${index}`, [
      `DTSTART;TZID=Europe/Berlin:201601${day}T083000`,
      `RRULE:${rules[index % rules.length]}`,
      `SUMMARY:${TITLES[index % TITLES.length]}`,
      `LOCATION:${PLACES[index % PLACES.length]}`,
    ])
  }
}
