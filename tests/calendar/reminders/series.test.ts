import { describe, expect, test } from 'bun:test'
import { SeriesReminders } from '../../../src/calendar/reminders/series'
import { eventText } from '../../support/caldav'
import { zone } from './story'

const BERLIN = zone('Europe/Berlin')
const KEY = { id: 1, etag: '"1"', updatedAt: new Date(0), leadMinutes: 10, reminders: null }
const DAY = 24 * 3_600_000
const WINDOW = { from: Date.parse('2026-12-01T00:00:00Z'), to: Date.parse('2026-12-01T00:00:00Z') + DAY }
const text = (title: string) => eventText('a', { SUMMARY: title, DTSTART: '20260101T090000', RRULE: 'FREQ=DAILY' })
const titles = (dues: Iterable<readonly { title: string }[]>) => [...dues].flat().map(({ title }) => title)

describe('what is remembered of a series', () => {
  test.each([
    ['another object', { ...KEY, id: 2 }, BERLIN],
    ['another version', { ...KEY, etag: '"2"' }, BERLIN],
    ['a version of a server without etags', { ...KEY, etag: null }, BERLIN],
    ['a later sync', { ...KEY, updatedAt: new Date(1) }, BERLIN],
    ['another lead', { ...KEY, leadMinutes: 5 }, BERLIN],
    ['other reminders', { ...KEY, reminders: '[10]' }, BERLIN],
    ['another household zone', KEY, zone('Asia/Tokyo')],
  ])('is not taken for %s', (_, key, household) => {
    const series = new SeriesReminders()
    series.read(KEY, text('Tea'), BERLIN)
    expect(series.unread([KEY], BERLIN)).toEqual([])
    expect(series.unread([key], household)).toEqual([key])
    expect(titles(series.due(key, WINDOW, household))).toEqual([])
    series.read(key, text('Coffee'), household)
    expect(titles(series.due(key, WINDOW, household))).toEqual(['Coffee'])
    expect(titles(series.due(KEY, WINDOW, BERLIN))).toEqual(['Tea'])
  })

  test('has an end: what was not asked for longest is forgotten first', () => {
    const series = new SeriesReminders()
    const keyOf = (id: number) => ({ ...KEY, id })
    for (let id = 0; id < 4_000; id++) series.read(keyOf(id), 'BEGIN:VCALENDAR', BERLIN)
    titles(series.due(keyOf(0), WINDOW, BERLIN))
    series.read(keyOf(4_000), text('Tea'), BERLIN)
    expect(series.unread([keyOf(0), keyOf(1), keyOf(4_000)], BERLIN)).toEqual([keyOf(1)])
  })
})

test('nobody is reminded of one event more than five times a minute, and that is said once', () => {
  const series = new SeriesReminders()
  const problems: string[] = []
  const everySecond = eventText('a', { SUMMARY: 'Tick', DTSTART: '20261201T000000', RRULE: 'FREQ=SECONDLY' })
  series.read(KEY, everySecond, BERLIN)
  const { from } = WINDOW
  for (const to of [from + 60_000, from + 119_000, from + DAY]) {
    const most = Math.min(200, 5 * Math.ceil((to - from) / 60_000))
    const found = titles(series.due(KEY, { from, to }, BERLIN, undefined, (problem) => problems.push(problem)))
    expect(found).toHaveLength(most)
  }
  expect(problems).toHaveLength(1)
})
