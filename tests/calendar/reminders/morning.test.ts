import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { done, snooze } from '../../../src/calendar/reminders'
import { addBirthday } from '../../../src/features/birthdays/service'
import { calendars, persons } from '../../../src/platform/db/schema'
import type { ReceiverDevice } from '../../support/push-receiver'
import { clearedStory } from './story'

const story = clearedStory()
let phone: ReceiverDevice
beforeEach(async () => {
  phone = await story.phone(story.cast.ben)
  await story.wants(story.cast.ben, { morning: '07:00' })
})

const SEVEN = '2026-11-20T06:00:00Z'
const tick = async (...times: string[]) => {
  for (const time of times) await story.tick(time)
}
const at = (time: string, title: string, more = {}) => ({ DTSTART: `20261120T${time}00Z`, SUMMARY: title, ...more })
const told = (device = phone) => device.received.map(({ payload }) => [payload.title, payload.body])

describe('the morning message', () => {
  test('says what is on that day, once per device, with all it carries', async () => {
    const tablet = await story.phone(story.cast.ben)
    await story.child('Mia', story.cast.ada)
    await story.event('shared', null, at('1430', 'Swimming', { CATEGORIES: 'Mia', DTEND: '20261120T153000Z' }))
    await story.event('ben', null, at('0730', 'Late shift', { DTEND: '20261120T173000Z' }))
    await story.event('ada', null, at('0800', 'Secret'))
    await story.cache('shared', wholeDay('Market day'), 'market')
    await tick('2026-11-20T05:59:59Z', SEVEN, '2026-11-20T06:00:30Z', '2026-11-20T06:01:00Z')
    expect(phone.received.map(({ payload, ttl }) => ({ payload, ttl }))).toEqual([
      {
        payload: {
          title: 'Today: 3 things',
          body: 'Market day\n08:30 Late shift\n15:30 Swimming (Mia)',
          url: '/day/2026-11-20',
          tag: 'morning:2026-11-20',
          time: null,
          place: null,
          people: [],
        },
        ttl: 17 * 3600,
      },
    ])
    expect(tablet.received).toHaveLength(1)
    await tick('2026-11-21T06:00:00Z')
    expect(phone.received).toHaveLength(1)
  })

  test('says whose birthday it is, of the list and of people, also where nothing else is, to whoever wants what is shared', async () => {
    const author = { memberId: story.cast.ada.id, key: null }
    await addBirthday(story.ctx, author, { name: 'Hilde', date: '1950-11-20', reminder: 'none' })
    await addBirthday(story.ctx, author, { name: 'Karl', date: '--11-21', reminder: 'morning' })
    const mia = await story.child('Mia', story.cast.ada)
    await story.ctx.db.update(persons).set({ birthday: '2020-11-20' }).where(eq(persons.id, mia))
    await tick(SEVEN)
    expect(told()).toEqual([['Today: 2 things', '🎂 Hilde (76)\n🎂 Mia (6)']])
    await story.event('ben', null, { DTSTART: '20261121T080000Z', SUMMARY: 'Tea' })
    await tick('2026-11-21T06:00:00Z')
    expect(told().slice(1)).toEqual([['Today: 2 things', '🎂 Karl\n09:00 Tea']])
    await story.wants(story.cast.ben, { shared: [] })
    await tick('2027-11-20T06:00:00Z')
    expect(told()).toHaveLength(2)
  })

  test.each([
    ['en', 'Today: 1 thing', '15:30 Tea'],
    ['de', 'Heute: 1 Termin', '15:30 Tea'],
  ] as const)('speaks the member’s language: %s', async (language, title, line) => {
    await story.wants(story.cast.ben, { language })
    await story.event('shared', null, at('1430', 'Tea'))
    await tick(SEVEN)
    expect(told()).toEqual([[title, line]])
  })

  test.each([
    ['en', 'Today: 7 things', 'and 2 more'],
    ['de', 'Heute: 7 Termine', 'und 2 weitere'],
  ] as const)('of a full day names the first: %s', async (language, title, rest) => {
    await story.wants(story.cast.ben, { language })
    for (let hour = 10; hour < 17; hour++) await story.event('shared', null, at(`${hour}00`, '🦷'.repeat(300)))
    await tick(SEVEN)
    expect(told()[0]![0]).toBe(title)
    const lines = told()[0]![1]!.split('\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toStartWith('11:00 🦷')
    expect(lines[5]).toBe(rest)
    expect(story.receiver.problems).toEqual([])
  })

  test('counts what goes on since yesterday, each of a series, and a copy of the shared one once', async () => {
    await story.event('ben', null, at('0000', 'Trip', { DTSTART: '20261118T090000Z', DTEND: '20261122T090000Z' }))
    await story.event('ben', null, at('1430', 'Run', { DTSTART: '20261101T090000Z', RRULE: 'FREQ=DAILY' }))
    await story.event('ben', null, at('1430', 'Tea'), 'tea')
    await story.event('shared', null, at('1430', 'Tea'), 'tea')
    await story.event('shared', null, at('1500', 'Cancelled', { STATUS: 'CANCELLED' }))
    await tick(SEVEN)
    expect(told()).toEqual([['Today: 3 things', 'Trip\n10:00 Run\n15:30 Tea']])
  })

  test('leaves out what ended in the night, and comes for nothing else', async () => {
    const night = { DTSTART: '20261119T210000Z', RRULE: 'FREQ=DAILY;COUNT=1' }
    await story.event('ben', null, at('0000', 'Night shift', { ...night, DTEND: '20261120T060000Z' }))
    await story.event('ben', null, at('0000', 'Party', { DTSTART: '20261119T190000Z', DTEND: '20261120T003000Z' }))
    await tick(SEVEN)
    expect(told()).toEqual([])
    await story.event('ben', null, at('0000', 'Watch', { ...night, DTEND: '20261120T060100Z' }))
    await story.event('ben', null, at('0300', 'Feeding', { DTEND: '20261120T031500Z' }))
    await story.cache('ben', wholeDay('Market day'), 'market')
    await tick(SEVEN)
    expect(told()).toEqual([['Today: 3 things', 'Watch\nMarket day\n04:00 Feeding']])
  })

  test.each([
    ['en', '(No title)\n15:30 (No title)'],
    ['de', '(Ohne Titel)\n15:30 (Ohne Titel)'],
  ] as const)('has words for what has no title: %s', async (language, lines) => {
    await story.wants(story.cast.ben, { language })
    await story.event('ben', null, at('1430', ''))
    await story.cache('ben', wholeDay(' '), 'nameless')
    await tick(SEVEN)
    expect(told()[0]![1]).toBe(lines)
  })

  test('leaves out what the member does not want to hear of', async () => {
    await story.child('Mia', story.cast.ada)
    await story.event('shared', null, at('1430', 'Swimming', { CATEGORIES: 'Mia' }))
    await story.event('shared', null, at('1500', 'Match', { CATEGORIES: 'Ben' }))
    await story.event('ben', null, at('1530', 'Gym'))
    await story.wants(story.cast.ben, { shared: ['me'] })
    await tick(SEVEN)
    expect(told()).toEqual([['Today: 2 things', '16:00 Match (Ben)\n16:30 Gym']])
  })

  test('counts a calendar that is hidden on its owner’s screens', async () => {
    const { ctx, calendarIds } = story
    await story.event('shared', null, at('1500', 'Match'))
    await story.event('ben', null, at('1530', 'Gym'))
    await ctx.db.update(calendars).set({ isHidden: true }).where(eq(calendars.id, calendarIds.ben))
    await tick(SEVEN)
    await ctx.db.update(calendars).set({ isHidden: false })
    expect(told()).toEqual([['Today: 2 things', '16:00 Match\n16:30 Gym']])
  })

  test('does not come when there is nothing, nor to others, nor without having been asked for', async () => {
    const adas = await story.phone(story.cast.ada)
    await tick(SEVEN)
    await story.event('ada', null, at('1430', 'Tea'))
    await tick('2026-11-20T06:00:20Z')
    expect([...told(), ...told(adas)]).toEqual([])
    expect(await story.ledger()).toEqual([])
  })

  test('comes in quiet hours: its time was chosen', async () => {
    await story.wants(story.cast.ben, { quietHours: { start: '22:00', end: '09:00' } })
    await story.event('ben', null, at('1430', 'Tea'))
    await tick(SEVEN)
    expect(phone.received).toHaveLength(1)
  })
})

describe('once per day and device', () => {
  beforeEach(async () => {
    const series = { DTSTART: '20260101T120000Z', RRULE: 'FREQ=DAILY', SUMMARY: 'Lunch' }
    await story.event('ben', null, series, 'lunch')
  })

  test('whatever ticks, restarts and changes of the time do', async () => {
    const schedulers = [story.restarted(), story.restarted()]
    await Promise.all(schedulers.map((reminders) => story.tick(SEVEN, reminders)))
    await story.tick('2026-11-20T06:00:40Z', story.restarted())
    await story.wants(story.cast.ben, { morning: '07:30' })
    await tick('2026-11-20T06:30:00Z', '2026-11-21T06:30:00Z')
    expect(phone.received.map(({ payload }) => payload.tag)).toEqual(['morning:2026-11-20', 'morning:2026-11-21'])
  })

  test('a tick that was missed is made up for, a standstill is not', async () => {
    await tick('2026-11-20T05:59:10Z', '2026-11-20T06:01:05Z', '2026-11-21T05:59:00Z', '2026-11-21T06:10:00Z')
    expect(phone.received.map(({ payload }) => payload.tag)).toEqual(['morning:2026-11-20'])
  })

  test.each([
    ['2026-03-29', '02:30', '2026-03-29T01:30:00Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
    ['2026-03-29', '07:00', '2026-03-29T05:00:00Z'],
  ])('also when the clocks change: %s, %s', async (day, morning, instant) => {
    await story.wants(story.cast.ben, { morning })
    const fire = Date.parse(instant)
    for (let minute = -90; minute <= 90; minute += 1) await story.tick(new Date(fire + minute * 60_000).toISOString())
    expect(phone.received.map(({ payload }) => payload.tag)).toEqual([`morning:${day}`])
  })

  test('snoozed it comes once more; done it does not; tomorrow it is over', async () => {
    const { ben } = story.cast
    const tag = 'morning:2026-11-20'
    await tick(SEVEN)
    await snooze(story.ctx, ben.id, tag, phone.endpoint)
    await tick('2026-11-20T06:10:00Z')
    expect(told()).toEqual(Array(2).fill(['Today: 1 thing', '13:00 Lunch']))
    await snooze(story.ctx, ben.id, tag, phone.endpoint)
    await done(story.ctx, ben.id, tag)
    await tick('2026-11-20T06:20:00Z')
    await snooze(story.ctx, ben.id, tag, phone.endpoint)
    await tick('2026-11-21T00:00:00Z')
    expect(phone.received).toHaveLength(2)
  })
})

function wholeDay(title: string): string {
  const lines = ['UID:market', 'DTSTAMP:20260101T000000Z', 'DTSTART;VALUE=DATE:20261120', `SUMMARY:${title}`]
  const event = ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//tests//EN', ...event, 'END:VCALENDAR', ''].join('\r\n')
}
