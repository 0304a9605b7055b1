import { describe, expect, test } from 'bun:test'
import { objectsOf } from '../../../src/calendar/feeds/objects'
import { ask } from '../../support/cast'
import { answerWith, feedEvent, feedOf } from '../../support/feed-server'
import { FeedStory } from './story'

const story = new FeedStory()
story.open()

const DAY = { start: '2026-11-30', end: '2026-12-07' }

/** What a new subscription to these events shows in that week, or why it shows nothing. */
async function shown(name: string, events: readonly string[]) {
  const subscription = await story.subscribe(story.feeds.at(name, answerWith(feedOf(events))))
  const { reason } = await story.fetch(subscription)
  if (reason !== null) return reason
  const path = `GET /api/events?start=${DAY.start}&end=${DAY.end}`
  const { body } = await ask<{ occurrences: { calendarId: number; title: string; start: string }[] }>(
    story.household,
    story.cast.ben,
    path,
  )
  return body.occurrences
    .filter(({ calendarId }) => calendarId === subscription.calendarId)
    .map(({ title, start }) => `${title} ${start.slice(0, 16)}`)
}

const good = (title: string, more: readonly string[] = []) =>
  feedEvent({ uid: 'd', title, start: ':20261201T100000Z', more })
const bad = (more: readonly string[] = []) => feedEvent({ uid: 'd', title: 'Bad', start: ':garbage', more })
const override = (title: string, day: number, start: string) =>
  feedEvent({ uid: 'd', title, start: `:${start}`, more: [`RECURRENCE-ID:2026120${day}T100000Z`] })

describe('an event that cannot be read beside others of its UID', () => {
  test.each([
    ['of a higher SEQUENCE', [good('Read', ['SEQUENCE:2']), bad(['SEQUENCE:3'])], ['Read 2026-12-01T10:00']],
    ['of the same SEQUENCE', [bad(['SEQUENCE:3']), good('Read', ['SEQUENCE:3'])], ['Read 2026-12-01T10:00']],
    ['without a start', [good('Read'), 'BEGIN:VEVENT\r\nUID:d\r\nSEQUENCE:9\r\nEND:VEVENT'], ['Read 2026-12-01T10:00']],
    [
      'with more lines than any event',
      [good('Read'), good('Long', ['SEQUENCE:9', ...Array<string>(40_000).fill('X-A:b')])],
      ['Read 2026-12-01T10:00'],
    ],
    [
      'of more than four megabytes',
      [good('Read'), good('Large', ['SEQUENCE:9', `X-A:${'x'.repeat(4 * 1024 * 1024)}`])],
      ['Read 2026-12-01T10:00'],
    ],
    [
      'as the master of an override',
      [bad(['RRULE:FREQ=DAILY;COUNT=3']), override('Moved', 2, '20261202T120000Z')],
      ['Moved 2026-12-02T12:00'],
    ],
    [
      'as one of two overrides without a master',
      [override('Bad', 1, 'garbage'), override('Moved', 2, '20261202T120000Z')],
      ['Moved 2026-12-02T12:00'],
    ],
    [
      'as an override of nothing',
      [good('Read'), override('Bad', 2, '20261203T120000Z').replace('ID:2026', 'ID:never')],
      ['Read 2026-12-01T10:00'],
    ],
  ])('%s is skipped, and the rest is read', async (name, events, expected) => {
    expect(await shown(name.replaceAll(' ', '-'), events)).toEqual(expected)
  })

  test('does not speak for them', async () => {
    const nothing = override('Bad', 1, '20261201T120000Z').replace('ID:2026', 'ID:never')
    const events = feedOf([nothing, override('Moved', 2, '20261202T120000Z')])
    const subscription = await story.subscribe(story.feeds.at('of-nothing', answerWith(events)))
    expect(await story.titles(await story.fetch(subscription))).toEqual(['Moved'])
  })

  test('is known to be there where none of them can be read: what was read before stays', async () => {
    const subscription = await story.subscribe(story.feeds.at('spoilt', answerWith(feedOf([good('Kept')]))))
    await story.fetch(subscription)
    story.feeds.at('spoilt', answerWith(feedOf([bad(), bad(['SEQUENCE:1']), feedEvent({ title: 'Other' })])))
    expect(await story.fetch(subscription)).toMatchObject({ reason: null })
    expect(await story.titles(subscription)).toEqual(['Kept', 'Other'])
  })

  test('costs no more than reading it, however many of them there are', async () => {
    const timeOf = async (count: number) => {
      const events = Array.from({ length: count }, (_, index) => ({
        text: bad([`SEQUENCE:${index}`]).replaceAll('\r\n', '\n'),
        zones: new Map<string, string>(),
      }))
      const before = process.cpuUsage()
      expect(await objectsOf(events)).toHaveLength(1)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await timeOf(2000)
    expect(await timeOf(40_000)).toBeLessThan(40 * (await timeOf(4000)))
  })
})

test('events of a SEQUENCE below zero are events', async () => {
  expect(await shown('below-zero', [good('First', ['SEQUENCE:-2']), good('Second', ['SEQUENCE:-1'])])).toEqual([
    'Second 2026-12-01T10:00',
  ])
})

describe('of events of one UID all that start at different times stand', () => {
  test('also where their clocks show the same in two zones', async () => {
    const call = (title: string, zone: string) =>
      feedEvent({ uid: 'call', title, start: `;TZID=${zone}:20261201T100000` })
    const events = [call('Here', 'Europe/Berlin'), call('There', 'America/New_York'), call('Here', '"Europe/Berlin"')]
    expect(await shown('two-zones', events)).toEqual(['Here 2026-12-01T09:00', 'There 2026-12-01T15:00'])
  })

  test('also beside an event that has the name that one of them would be given', async () => {
    const at = (uid: string, hour: number) => feedEvent({ uid, title: `${hour}`, start: `:20261201T${hour}0000Z` })
    const events = [at('bins', 10), at('bins', 11), at('bins-20261201T110000Z', 12)]
    const all = ['10 2026-12-01T10:00', '11 2026-12-01T11:00', '12 2026-12-01T12:00']
    expect(await shown('taken-name', events)).toEqual(all)
    expect(await shown('taken-name-first', events.toReversed())).toEqual(all)
  })
})
