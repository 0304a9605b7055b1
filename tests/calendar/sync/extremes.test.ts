import { expect, test } from 'bun:test'
import { loadFingerprinted } from '../../../src/calendar/sync/cached-events'
import { readObjects } from '../../../src/calendar/sync/read-objects'
import { upsertEvents } from '../../../src/calendar/sync/store-events'
import { householdZone } from '../../../src/household/settings'
import { ask, seatedCast } from '../../support/cast'
import { insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { randomFrom } from '../../support/random-from'

const household = opened(() => openHousehold({ env: { TZ: 'Europe/Berlin' } }))
const cast = seatedCast(household)

const OBJECTS = 400
const DAYS = ['00010101', '10000101', '19691231', '20261120', '20260230', '99981231', '99991231']
const CLOCKS = ['T000000Z', 'T235959Z', 'T235960', 'T120000', 'T240000Z']
const DURATIONS = ['P1D', 'PT0S', '-P1D', 'P200000W', 'P99999999999W', 'PT99999999999999S']
const TRIGGERS = ['-PT10M', '-P1460000D', '-P999999W', '-PT59S', 'PT1H', '20261120T080000Z', '00010101T080000Z']
const RULES = [
  'FREQ=DAILY',
  'FREQ=YEARLY;UNTIL=99991231',
  'FREQ=SECONDLY',
  'FREQ=WEEKLY;INTERVAL=2147483648',
  'FREQ=DAILY;COUNT=0',
]
const TEXTS = [
  'Said',
  '',
  ' ',
  '\\n\\,\\;',
  '\u0000\u0001',
  'é'.repeat(300),
  '😀'.repeat(9000),
  `${'x'.repeat(15_999)}😀`,
]
const CATEGORIES = ['Ada,Ben', '', '"', 'é'.repeat(30_000), Array.from({ length: 5000 }, (_, n) => `c${n}`).join()]

/** An object of which nearly everything lies at the end of what can be said. */
function extreme(random: (below: number) => number, number: number): string {
  const pick = (all: readonly string[]) => all[random(all.length)]!
  const maybe = (line: () => string) => (random(2) === 0 ? [line()] : [])
  const time = (name: string) => {
    const day = pick(DAYS)
    return random(2) === 0 ? `${name};VALUE=DATE:${day}` : `${name}:${day}${pick(CLOCKS)}`
  }
  const alarm = () => {
    const trigger = pick(TRIGGERS)
    const isInstant = /^\d/.test(trigger)
    return `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER${isInstant ? ';VALUE=DATE-TIME' : ''}:${trigger}\r\nEND:VALARM`
  }
  const uid = `UID:${pick(['u', 'ü', '😀', '"', '\\', 'a'.repeat(500)])}${number}`
  const override = () =>
    ['END:VEVENT', 'BEGIN:VEVENT', uid, time('RECURRENCE-ID'), time('DTSTART'), alarm()].join('\r\n')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    uid,
    time('DTSTART'),
    ...maybe(() => (random(2) === 0 ? time('DTEND') : `DURATION:${pick(DURATIONS)}`)),
    ...maybe(() => `RRULE:${pick(RULES)}`),
    ...maybe(() => `LOCATION:${pick(TEXTS)}`),
    ...maybe(() => `CATEGORIES:${pick(CATEGORIES)}`),
    `SUMMARY:${pick(TEXTS)}`,
    ...maybe(alarm),
    ...maybe(alarm),
    ...maybe(override),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

test('whatever an object says, what can be read of it can be stored, comes back as it was, and is shown and found', async () => {
  const seed = Number(process.env.SEED ?? 20_261_128)
  console.log(`extreme objects: SEED=${seed}`)
  const random = randomFrom(seed)
  const { ctx } = household
  const calendar = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/')
  const objects = Array.from({ length: OBJECTS }, (_, number) => {
    return { href: `/ada/${number}.ics`, etag: '"1"', data: extreme(random, number) }
  })
  const { events } = await readObjects(objects, await householdZone(ctx), { withFingerprint: true })
  expect(events.length).toBeGreaterThan(OBJECTS / 4)
  await upsertEvents(ctx.db, calendar.id, events, ctx.now())
  const stored = await loadFingerprinted(
    ctx.db,
    calendar.id,
    events.map(({ href }) => href),
  )
  const fingerprints = new Map(stored.map(({ href, fingerprint }) => [href, fingerprint]))
  const changed = events.filter(({ href, fingerprint }) => fingerprints.get(href) !== fingerprint)
  expect(changed.map(({ data }) => data)).toEqual([])
  for (const asked of ['?start=2026-11-01&end=2026-12-01', '?start=1000-01-01&end=1000-01-31', '/search?q=said']) {
    expect(await ask(household, cast.ada, `GET /api/events${asked}`)).toMatchObject({ status: 200 })
  }
})
