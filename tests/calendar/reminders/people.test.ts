import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendars, persons } from '../../../src/platform/db/schema'
import type { ReceiverDevice } from '../../support/push-receiver'
import { clearedStory, shown } from './story'

const story = clearedStory()
const FIRE = '2026-11-20T14:00:00Z'
const AT_HALF_PAST = { DTSTART: '20261120T143000Z' }

let adas: ReceiverDevice
let bens: ReceiverDevice
beforeEach(async () => {
  const { ada, ben } = story.cast
  adas = await story.phone(ada)
  bens = await story.phone(ben)
  await story.child('Mia', ada)
  await story.child('Tom', ada, ben)
})

const event = (title: string, categories = '', calendar: 'shared' | 'ben' = 'shared') =>
  story.event(calendar, 30, { ...AT_HALF_PAST, SUMMARY: title, ...(categories && { CATEGORIES: categories }) })
const titles = (device: ReceiverDevice) => device.received.map(({ payload }) => payload.title).sort()

describe('of the shared calendar', () => {
  const everyEvent = async () => {
    await event('Dinner')
    await event('Swimming', 'Mia')
    await event('Match', 'Tom,Sport')
    await event('Late shift', 'Ben')
    await event('Both', 'mia , BEN')
    await event('Sport', 'Sport')
    await event('Own', 'Mia', 'ben')
  }

  test.each([
    [['all'], ['Both', 'Dinner', 'Late shift', 'Match', 'Own', 'Sport', 'Swimming']],
    [['me'], ['Both', 'Dinner', 'Late shift', 'Own', 'Sport']],
    [['children'], ['Dinner', 'Match', 'Own', 'Sport']],
    [
      ['me', 'children'],
      ['Both', 'Dinner', 'Late shift', 'Match', 'Own', 'Sport'],
    ],
    [[], ['Own']],
  ] as const)('who wants %j hears of that', async (shared, heard) => {
    await everyEvent()
    await story.wants(story.cast.ben, { shared: [...shared] })
    await story.tick(FIRE)
    expect(titles(bens)).toEqual([...heard])
    expect(titles(adas)).toEqual(['Both', 'Dinner', 'Late shift', 'Match', 'Sport', 'Swimming'])
  })

  test('an occurrence of a series speaks for itself', async () => {
    await story.wants(story.cast.ben, { shared: ['me'] })
    const series = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//tests//EN',
      ...occurrence('20261118T143000Z', 'RRULE:FREQ=DAILY', 'CATEGORIES:Mia'),
      ...occurrence('20261120T143000Z', 'RECURRENCE-ID:20261120T143000Z', 'CATEGORIES:Ben'),
      'END:VCALENDAR',
      '',
    ]
    await story.cache('shared', series.join('\r\n'), 'shift')
    for (const day of [19, 20, 21]) await story.tick(`2026-11-${day}T14:00:00Z`)
    expect(bens.received.map(({ payload }) => payload.url)).toEqual(['/day/2026-11-20'])
    expect(adas.received).toHaveLength(3)
  })

  test('what is decided when it is sent counts', async () => {
    await event('Swimming', 'Mia')
    await story.wants(story.cast.ben, { shared: ['me'] })
    await story.tick('2026-11-20T13:59:00Z')
    await story.wants(story.cast.ben, { shared: ['all'] })
    await story.tick(FIRE)
    expect(titles(bens)).toEqual(['Swimming'])
  })
})

test.each(['busy', 'household'] as const)('nobody hears of a calendar because it is %s', async (visibility) => {
  const isBens = eq(calendars.id, story.calendarIds.ben)
  await story.ctx.db.update(calendars).set({ visibility }).where(isBens)
  await story.wants(story.cast.ada, { morning: '15:00' })
  await event('Own', 'Ada', 'ben')
  await story.tick(FIRE)
  await story.ctx.db.update(calendars).set({ visibility: 'private' }).where(isBens)
  expect(titles(adas)).toEqual([])
  expect(titles(bens)).toEqual(['Own'])
})

describe('a message carries', () => {
  const payloadOf = async (device = bens) => {
    await story.tick(FIRE)
    return device.received[0]?.payload
  }

  test('when, where and for whom', async () => {
    await story.event('shared', 30, { ...AT_HALF_PAST, SUMMARY: 'Match', LOCATION: 'Gym', CATEGORIES: 'Ben,Mia,x' })
    expect(await payloadOf()).toEqual({
      title: 'Match',
      body: 'Starts in 30 min',
      url: '/day/2026-11-20',
      tag: expect.stringMatching(/:1795185000000$/),
      time: '15:30',
      place: 'Gym',
      people: ['Ben', 'Mia'],
    })
  })

  test('neither place nor persons where there are none', async () => {
    await event('Dinner')
    expect(await payloadOf()).toMatchObject({ time: '15:30', place: null, people: [] })
  })

  test('the present name of somebody, and whose calendar it is', async () => {
    const tom = await story.child('Ada junior')
    const isBens = eq(calendars.id, story.calendarIds.ben)
    await story.ctx.db.update(calendars).set({ personId: tom }).where(isBens)
    await story.ctx.db.update(persons).set({ name: 'Addie' }).where(eq(persons.id, tom))
    await event('Own', '', 'ben')
    expect(await payloadOf()).toMatchObject({ people: ['Addie'] })
    await story.ctx.db.update(calendars).set({ personId: null }).where(isBens)
  })

  test('no time of a whole day', async () => {
    const lines = ['UID:eve', 'DTSTAMP:20260101T000000Z', 'DTSTART;VALUE=DATE:20261224', 'SUMMARY:Eve']
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT0M', 'END:VALARM']
    const event = ['BEGIN:VEVENT', ...lines, ...alarm, 'END:VEVENT']
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//tests//EN', ...event, 'END:VCALENDAR', '']
    await story.cache('shared', text.join('\r\n'), 'eve')
    await story.tick('2026-12-24T08:00:00Z')
    expect(shown(bens)).toEqual(['Eve: Today'])
    expect(bens.received[0]?.payload).toMatchObject({ time: null })
  })
})

function occurrence(start: string, ...lines: string[]) {
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT30M', 'END:VALARM']
  const own = ['UID:shift', 'DTSTAMP:20260101T000000Z', `DTSTART:${start}`, 'SUMMARY:Shift', ...lines]
  return ['BEGIN:VEVENT', ...own, ...alarm, 'END:VEVENT']
}
