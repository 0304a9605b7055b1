import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { strFromU8, unzipSync } from 'fflate'
import { syncCalendar } from '../../../src/calendar/sync'
import { dav } from '../../support/caldav'
import { ask } from '../../support/cast'
import { type CalendarRow, type Diary, insertCalendar, openDiary } from '../../support/diary'
import { occurrencesByIcalJs } from '../../support/ical-js'
import { feedStory } from './story'

let diary: Diary
let bens: CalendarRow
let story: ReturnType<typeof feedStory>

const event = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
]
const object = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//tests//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')

beforeAll(async () => {
  // A week before the clocks change in Berlin.
  diary = await openDiary({ at: '2026-10-18T08:00:00.000Z' })
  story = feedStory(diary)
  bens = await diary.calendar('ben')
  const choir = [
    'DTSTART;TZID=Europe/Berlin:20260105T183000',
    'DTEND;TZID=Europe/Berlin:20260105T193000',
    'SUMMARY:Choir',
  ]
  await diary.putText(
    bens,
    'choir',
    object(
      ...event(
        'choir',
        ...choir,
        'RRULE:FREQ=WEEKLY;UNTIL=20270201T000000Z',
        'EXDATE;TZID=Europe/Berlin:20261102T183000',
      ),
      ...event(
        'choir',
        'RECURRENCE-ID;TZID=Europe/Berlin:20261109T183000',
        'DTSTART:20261110T170000Z',
        'DTEND:20261110T180000Z',
        'SUMMARY:Concert',
      ),
    ),
  )
  await diary.putText(
    bens,
    'dentist',
    object(...event('dentist', 'DTSTART:20261026T083000Z', 'DTEND:20261026T090000Z', 'SUMMARY:Dentist')),
  )
  await diary.putText(
    bens,
    'trip',
    object(...event('trip', 'DTSTART;VALUE=DATE:20261024', 'DTEND;VALUE=DATE:20261027', 'SUMMARY:Trip')),
  )
  await diary.putText(
    bens,
    'call',
    object(
      ...event(
        'call',
        'DTSTART;TZID=America/New_York:20261020T090000',
        'DURATION:PT45M',
        'RRULE:FREQ=WEEKLY;COUNT=5',
        'SUMMARY:Call',
      ),
    ),
  )
  await diary.putText(
    bens,
    'bins',
    object(...event('bins', 'DTSTART;VALUE=DATE:20260901', 'RRULE:FREQ=WEEKLY;INTERVAL=2', 'SUMMARY:Bins')),
  )
})
afterAll(() => diary.close())

/** What stands in a calendar that another Corkboard reads from a CalDAV server, which has taken a file in whole. */
async function takenIn(text: string, start: string, end: string): Promise<string[]> {
  const path = `/ben/${crypto.randomUUID()}/`
  const put = await dav('ben', 'PUT', path, { body: text, headers: { 'content-type': 'text/calendar; charset=utf-8' } })
  expect(put.status).toBe(201)
  const row = await insertCalendar(diary.ctx, diary.cast.ben.id, new URL(path, diary.proxy.url).href)
  await syncCalendar(diary.ctx, row.id)
  const occurrences = await diary.occurrences(diary.cast.ben, start, end)
  return occurrences
    .flatMap(({ calendarId, ...one }) =>
      calendarId === row.id ? [`${one.start}/${one.end} ${one.title}`.replaceAll('.000Z', 'Z')] : [],
    )
    .sort()
}

describe('over the end of summer time', () => {
  const DAYS = ['2026-10-12', '2026-12-01'] as const
  const WINDOW = [Date.parse('2026-10-11T22:00:00Z'), Date.parse('2026-11-30T23:00:00Z')] as const

  test('a feed has the occurrences of our own screens to ical.js, and to Radicale, which takes it in', async () => {
    const { ben } = diary.cast
    const shown = await story.shown(ben, ...DAYS)
    expect(shown).toHaveLength(18)
    const { body } = await story.create(ben, { calendars: [bens.id], reminders: true })
    const text = (await story.read(`${body.token}.ics`)).body
    expect(occurrencesByIcalJs(text, ...WINDOW)).toEqual(shown)
    expect(await takenIn(text, ...DAYS)).toEqual(shown)
  })

  test('so has what was exported, and lists go into another household through its interface', async () => {
    const { ben, ada } = diary.cast
    const list = await diary.done<{ id: number }>(ben, 'POST /api/lists', {
      name: 'Shop',
      isShared: false,
      kind: 'shopping',
    })
    const given = [{ text: 'Milk', amount: '2 l', section: 'dairy' }, { text: '=Bread' }]
    await diary.done(ben, `POST /api/lists/${list.id}/items/batch`, { items: given })
    const answer = await diary.app.handle(
      new Request('http://localhost/api/me/export', { headers: { cookie: ben.cookie } }),
    )
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const bins = Object.entries(files).find(
      ([name, bytes]) => name.endsWith('.ics') && strFromU8(bytes).includes('UID:bins'),
    )
    const text = strFromU8(bins![1])
    const own = (await diary.occurrences(ben, ...DAYS))
      .filter(({ calendarId }) => calendarId === bens.id)
      .map((one) => `${one.start}/${one.end} ${one.title}`.replaceAll('.000Z', 'Z'))
      .sort()
    expect(own).toHaveLength(18)
    expect(await takenIn(text, ...DAYS)).toEqual(own)

    const { items, name, kind } = JSON.parse(strFromU8(files['lists/Shop.json']!))
    const there = await diary.done<{ id: number }>(ada, 'POST /api/lists', { name, kind, isShared: false })
    await diary.done(ada, `POST /api/lists/${there.id}/items/batch`, { items })
    const { body } = await ask<{ items: object[] }>(diary, ada, `GET /api/lists/${there.id}/items`)
    expect(body.items).toMatchObject(given)
  })
})

test('items that are due stand in a feed as tasks, while they are open and may be read', async () => {
  const { ada, ben } = diary.cast
  const list = await diary.done<{ id: number }>(ada, 'POST /api/lists', {
    name: 'Chores',
    isShared: true,
    kind: 'chores',
  })
  const add = (item: object) => diary.done<{ id: number }>(ada, `POST /api/lists/${list.id}/items`, item)
  const bins = await add({ text: 'Bins, out', due: '2026-10-26', dueTime: '07:30' })
  await add({ text: 'Windows', due: '2026-10-30' })
  await add({ text: 'Some day' })
  const { body } = await story.create(ben, { calendars: [], lists: [list.id] })
  const readAgain = async () => (await story.read(`${body.token}.ics`)).body
  const text = await readAgain()
  expect(text.match(/^(SUMMARY|DUE|CATEGORIES|STATUS).*$/gm)).toEqual([
    'DUE;TZID=Europe/Berlin:20261026T073000',
    'SUMMARY:Bins\\, out',
    'CATEGORIES:Chores',
    'STATUS:NEEDS-ACTION',
    'DUE;VALUE=DATE:20261030',
    'SUMMARY:Windows',
    'CATEGORIES:Chores',
    'STATUS:NEEDS-ACTION',
  ])
  expect(text).toContain('TZID:Europe/Berlin\r\n')
  await diary.done(ada, `PATCH /api/list-items/${bins.id}`, { checked: true })
  expect((await readAgain()).match(/BEGIN:VTODO/g)).toHaveLength(1)
  await diary.done(ada, `PATCH /api/lists/${list.id}`, { isShared: false })
  expect(await readAgain()).not.toContain('VTODO')
})
