import { expect, test } from 'bun:test'
import { createWindowReader } from '../../src/calendar/window/reader'
import { openDiary } from '../support/diary'
import { opened } from '../support/opened'
import { calendarOf } from './ical/cast'

const diary = opened(openDiary)

test('an object with more categories than any calendar writes is read with the first', async () => {
  const calendar = await diary.calendar('ada')
  const many = Array.from({ length: 40_000 }, (_, at) => `${'😀'.repeat(250)}${at}`)
    .join(',')
    .slice(0, 900_000)
  const lines = ['UID:hostile', 'DTSTAMP:20261101T000000Z', 'DTSTART:20261201T090000Z', `CATEGORIES:Ben,${many}`]
  await diary.putText(calendar, 'hostile', calendarOf(lines))
  const found = await createWindowReader(diary.ctx).read([calendar.id], { start: '2026-12-01', end: '2026-12-10' })
  expect(found.map(({ categories }) => [categories[0], categories.length > 1, categories.length <= 100])).toEqual([
    ['Ben', true, true],
  ])
})

test('events of every kind come with their categories, an override with its own', async () => {
  const calendar = await diary.calendar('ada')
  const at = (day: string) => ({ DTSTART: `202612${day}T090000Z`, DTEND: `202612${day}T100000Z` })
  await diary.put(calendar, 'once', { ...at('01'), CATEGORIES: 'Ben\\, the elder,School' })
  await diary.put(calendar, 'nobody', at('02'))
  const series = [
    ['UID:series', 'DTSTART:20261203T090000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'CATEGORIES:Ben'],
    ['UID:series', 'RECURRENCE-ID:20261204T090000Z', 'DTSTART:20261204T090000Z', 'CATEGORIES:Cleo'],
  ]
  await diary.putText(calendar, 'series', calendarOf(...series.map((lines) => ['DTSTAMP:20261101T000000Z', ...lines])))
  const found = await createWindowReader(diary.ctx).read([calendar.id], { start: '2026-12-01', end: '2026-12-10' })
  expect(found.map(({ categories }) => categories)).toEqual([['Ben, the elder', 'School'], [], ['Ben'], ['Cleo']])
})
