import { beforeEach, describe, expect, test } from 'bun:test'
import { quietUntil } from '../../../src/calendar/reminders/quiet-hours'
import { events, pushSubscriptions } from '../../../src/platform/db/schema'
import type { ReceiverDevice } from '../../support/push-receiver'
import { clearedStory, shown, untilReceived, zone } from './story'

describe('the end of quiet hours', () => {
  const NIGHT = { start: '22:00', end: '07:00' }
  const NOON = { start: '12:00', end: '13:30' }

  test.each<[string, typeof NIGHT, string, string | null]>([
    ['Europe/Berlin', NIGHT, '2026-11-20T20:59:59Z', null],
    ['Europe/Berlin', NIGHT, '2026-11-20T21:00:00Z', '2026-11-21T06:00:00Z'],
    ['Europe/Berlin', NIGHT, '2026-11-20T23:30:17Z', '2026-11-21T06:00:00Z'],
    ['Europe/Berlin', NIGHT, '2026-11-21T05:59:59Z', '2026-11-21T06:00:00Z'],
    ['Europe/Berlin', NIGHT, '2026-11-21T06:00:00Z', null],
    ['Europe/Berlin', NOON, '2026-11-21T11:00:00Z', '2026-11-21T12:30:00Z'],
    ['Europe/Berlin', NOON, '2026-11-21T12:30:00Z', null],
    // The night is an hour shorter, or longer.
    ['Europe/Berlin', NIGHT, '2026-03-28T21:30:00Z', '2026-03-29T05:00:00Z'],
    ['Europe/Berlin', NIGHT, '2026-10-24T21:30:00Z', '2026-10-25T06:00:00Z'],
    // 02:30 does not come: quiet until the clock has jumped.
    ['Europe/Berlin', { start: '22:00', end: '02:30' }, '2026-03-29T00:45:00Z', '2026-03-29T01:00:00Z'],
    // 02:30 comes twice.
    ['Europe/Berlin', { start: '22:00', end: '02:30' }, '2026-10-25T00:15:00Z', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', { start: '22:00', end: '02:30' }, '2026-10-25T01:15:00Z', '2026-10-25T01:30:00Z'],
    ['Australia/Lord_Howe', NIGHT, '2026-10-03T12:00:00Z', '2026-10-03T20:00:00Z'],
    ['Pacific/Apia', NIGHT, '2026-11-20T10:00:00Z', '2026-11-20T18:00:00Z'],
  ])('in %s, %j at %s: %p', (id, hours, at, end) => {
    const found = quietUntil(Date.parse(at), hours, zone(id))
    expect(found && new Date(found).toISOString().replace('.000', '')).toBe(end)
  })

  test('there are none', () => {
    expect(quietUntil(0, null, zone('Europe/Berlin'))).toBeNull()
  })
})

describe('a reminder in quiet hours', () => {
  const story = clearedStory()
  let adas: ReceiverDevice
  let bens: ReceiverDevice
  beforeEach(async () => {
    adas = await story.phone(story.cast.ada)
    bens = await story.phone(story.cast.ben)
    await story.wants(story.cast.ben, { quietHours: { start: '22:00', end: '07:00' } })
  })

  /** Berlin is an hour ahead of UTC. */
  const early = (lead = 8 * 60) => story.event('shared', lead, { DTSTART: '20261121T063000Z', SUMMARY: 'Bus' }, 'bus')
  const tick = async (...times: string[]) => {
    for (const time of times) await story.tick(time)
  }

  test('comes once, at their end, and says how long it is from there', async () => {
    await early()
    await tick('2026-11-20T22:30:00Z', '2026-11-20T22:30:40Z', '2026-11-21T05:59:00Z')
    expect(shown(adas)).toEqual(['Bus: Starts in 8 hrs'])
    expect(bens.received).toEqual([])
    await tick('2026-11-21T06:00:00Z', '2026-11-21T06:00:30Z', '2026-11-21T06:01:00Z')
    expect(shown(bens)).toEqual(['Bus: Starts in 30 min'])
    expect(adas.received).toHaveLength(1)
    expect(await story.ledger()).toEqual(['sent', 'sent'])
  })

  test('also a little late, after a standstill that held one back itself, and over restarts', async () => {
    await early()
    await tick('2026-11-20T22:00:00Z')
    await story.tick('2026-11-21T00:00:00Z', story.restarted())
    expect(adas.received).toEqual([])
    await story.tick('2026-11-21T06:20:00Z', story.restarted())
    expect(shown(bens)).toEqual(['Bus: Starts in 10 min'])
  })

  test('never, when it begins before they end', async () => {
    await story.event('shared', 60, { DTSTART: '20261121T060000Z', SUMMARY: 'Milk' })
    await early()
    await tick('2026-11-20T22:30:00Z', '2026-11-21T05:00:00Z', '2026-11-21T06:30:00Z', '2026-11-21T06:31:00Z')
    expect(bens.received).toEqual([])
    expect(shown(adas)).toEqual(['Bus: Starts in 8 hrs', 'Milk: Starts in 1 hr'])
    // The milk waits for nothing. Devices are reminded side by side, in no order.
    expect((await story.ledger()).sort()).toEqual(['done', 'sent', 'sent'])
  })

  test('of an event that is gone, moved, cancelled, given away or reminds no more, or on somebody else’s device: nothing', async () => {
    for (const change of [
      () => story.ctx.db.delete(events),
      () => story.event('shared', 8 * 60, { DTSTART: '20261122T063000Z', SUMMARY: 'Bus' }, 'bus'),
      () => story.ctx.db.update(events).set({ cancelled: true }),
      () => story.ctx.db.update(events).set({ calendarId: story.calendarIds.ada }),
      () => story.wants(story.cast.ben, { shared: [] }),
      () => story.event('shared', null, { DTSTART: '20261121T063000Z', SUMMARY: 'Bus' }, 'bus'),
      () => story.event('shared', 0, { DTSTART: '20261121T063000Z', SUMMARY: 'Bus' }, 'bus'),
      () => story.ctx.db.update(pushSubscriptions).set({ userId: story.cast.cleo.id }),
    ]) {
      await story.clear()
      await story.wants(story.cast.ben, { quietHours: { start: '22:00', end: '07:00' } })
      bens = await story.phone(story.cast.ben)
      await early()
      await tick('2026-11-20T22:30:00Z')
      await change()
      await tick('2026-11-21T06:00:00Z')
      expect(bens.received).toEqual([])
      expect(await story.ledger()).toEqual(['done'])
    }
  })

  test('of one occurrence of a series, and of a whole day', async () => {
    const alarm = (minutes: number) => `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT${minutes}M\r\nEND:VALARM`
    const series = { 'DTSTART;TZID=Europe/Berlin': '20261101T073000', RRULE: 'FREQ=DAILY', SUMMARY: 'Run' }
    await story.cache('shared', textOf('run', series, alarm(60)), 'run')
    const day = { 'DTSTART;VALUE=DATE': '20261121', SUMMARY: 'Bins' }
    await story.cache('shared', textOf('bins', day, alarm(0)), 'bins')
    await story.wants(story.cast.ben, { quietHours: { start: '22:00', end: '10:00' } })
    await tick('2026-11-21T05:30:00Z', '2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z')
    // The run is over by then; the day is not.
    expect(shown(bens)).toEqual(['Bins: Today'])
    await story.wants(story.cast.ben, { quietHours: { start: '22:00', end: '07:00' } })
    await tick('2026-11-22T05:30:00Z', '2026-11-22T06:00:00Z')
    expect(shown(bens)).toEqual(['Bins: Today', 'Run: Starts in 30 min'])
  })

  test('of an event with several comes once, however many wait for the same end', async () => {
    const alarms = ['-PT480M', '-PT60M', '-PT40M', '-PT10M'].flatMap((trigger) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:${trigger}`,
      'END:VALARM',
    ])
    const bus = { DTSTART: '20261121T063000Z', SUMMARY: 'Bus' }
    await story.cache('shared', textOf('bus', bus, alarms.join('\r\n')), 'bus')
    await tick('2026-11-20T22:30:00Z', '2026-11-21T05:30:00Z', '2026-11-21T05:50:00Z', '2026-11-21T06:00:00Z')
    expect(shown(bens)).toEqual(['Bus: Starts in 30 min'])
    await tick('2026-11-21T06:20:00Z')
    expect(shown(bens)).toEqual(['Bus: Starts in 30 min', 'Bus: Starts in 10 min'])
    expect(adas.received).toHaveLength(4)
  })

  test('of an event that reminds at their very end is said by that', async () => {
    const alarm = (trigger: string) => `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:${trigger}\r\nEND:VALARM`
    const bus = { DTSTART: '20261121T070000Z', SUMMARY: 'Bus' }
    await story.cache('shared', textOf('bus', bus, `${alarm('-PT120M')}\r\n${alarm('-PT60M')}`), 'bus')
    await tick('2026-11-21T05:00:00Z', '2026-11-21T06:00:40Z', '2026-11-21T06:01:40Z')
    expect(shown(bens)).toEqual(['Bus: Starts in 1 hr'])
    expect(shown(adas)).toEqual(['Bus: Starts in 2 hrs', 'Bus: Starts in 1 hr'])
  })

  test('no more once it was taken from its event, or from that occurrence alone', async () => {
    const alarm = (trigger: string) => `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:${trigger}\r\nEND:VALARM`
    const bus = { DTSTART: '20261121T063000Z', SUMMARY: 'Bus' }
    const run = { DTSTART: '20261120T061500Z', RRULE: 'FREQ=DAILY', SUMMARY: 'Run' }
    const series = textOf('run', run, alarm('-PT60M'))
    await story.cache('shared', textOf('bus', bus, `${alarm('-PT600M')}\r\n${alarm('-PT60M')}`), 'bus')
    await story.cache('shared', series, 'run')
    await tick('2026-11-21T05:15:00Z', '2026-11-21T05:30:00Z')
    expect(await story.ledger()).toContain('held')
    await story.cache('shared', textOf('bus', bus, alarm('-PT600M')), 'bus')
    const override = { 'RECURRENCE-ID': '20261121T061500Z', DTSTART: '20261121T061500Z', SUMMARY: 'Run' }
    const bare = textOf('run', override, 'BEGIN:VALARM\r\nACTION:NONE\r\nEND:VALARM')
    const [event] = /BEGIN:VEVENT.*END:VEVENT/s.exec(bare)!
    await story.cache('shared', series.replace('END:VCALENDAR', `${event}\r\nEND:VCALENDAR`), 'run')
    await tick('2026-11-21T06:00:00Z')
    expect(bens.received).toEqual([])
  })

  test('of the second event of an object with two, too', async () => {
    const of = (uid: string) => ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20261121T063000Z', `SUMMARY:${uid}`]
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT480M', 'END:VALARM', 'END:VEVENT']
    const both = ['bus', 'tram'].flatMap((uid) => [...of(uid), ...alarm])
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...both, 'END:VCALENDAR', ''].join('\r\n')
    await story.cache('shared', text, 'bus')
    await tick('2026-11-20T22:30:00Z', '2026-11-21T06:00:00Z')
    expect(shown(bens).sort()).toEqual(['bus: Starts in 30 min', 'tram: Starts in 30 min'])
  })

  test('is not sent twice when the hours are changed in between', async () => {
    await early()
    await tick('2026-11-20T22:30:00Z')
    await story.wants(story.cast.ben, { quietHours: null })
    await tick('2026-11-20T22:30:50Z')
    expect(shown(bens)).toEqual(['Bus: Starts in 7 hrs'])
    await tick('2026-11-21T06:00:00Z', '2026-11-21T06:00:30Z')
    await story.wants(story.cast.ben, { quietHours: { start: '22:00', end: '07:15' } })
    await tick('2026-11-21T06:15:00Z')
    expect(bens.received).toHaveLength(1)
  })

  test('comes as soon as the hours have ended that its member has chosen since', async () => {
    await early()
    await tick('2026-11-20T22:30:00Z')
    await story.wants(story.cast.ben, { morning: null })
    await tick('2026-11-20T23:00:00Z')
    await story.wants(story.cast.ben, { quietHours: { start: '22:00', end: '06:15' } })
    await tick('2026-11-20T23:01:00Z', '2026-11-21T05:14:00Z')
    expect(bens.received).toEqual([])
    await tick('2026-11-21T05:15:00Z', '2026-11-21T06:00:00Z')
    expect(shown(bens)).toEqual(['Bus: Starts in 1 hr'])
  })

  test('waits on while its member wants quiet for longer, and after a standstill into the next night', async () => {
    await early()
    const late = { DTSTART: '20261122T090000Z', SUMMARY: 'Fair' }
    await story.event('shared', 36 * 60, late, 'fair')
    await tick('2026-11-20T21:00:00Z', '2026-11-20T22:30:00Z')
    await story.wants(story.cast.ben, { quietHours: { start: '22:00', end: '07:15' } })
    await tick('2026-11-21T06:00:00Z', '2026-11-21T06:14:00Z')
    expect(bens.received).toEqual([])
    await tick('2026-11-21T22:00:00Z')
    expect(bens.received).toEqual([])
    await tick('2026-11-22T06:15:00Z', '2026-11-22T06:15:30Z')
    expect(shown(bens)).toEqual(['Fair: Starts in 2 hrs'])
  })

  test('waits on when its push service cannot take it at a stop', async () => {
    await early()
    await tick('2026-11-20T22:30:00Z')
    bens.plans = [{ status: 503 }]
    const stopped = story.restarted({ pause: () => new Promise(() => {}) })
    story.household.clock.set('2026-11-21T06:00:00Z')
    await stopped.remind()
    await untilReceived(bens, 1)
    await stopped.stop()
    expect((await story.ledger()).sort()).toEqual(['held', 'sent'])
    await story.tick('2026-11-21T06:02:00Z', story.restarted())
    expect(bens.received).toHaveLength(2)
    expect(await story.ledger()).toEqual(['sent', 'sent'])
  })
})

function textOf(uid: string, lines: Record<string, string>, alarm: string): string {
  const properties = Object.entries({ UID: uid, DTSTAMP: '20260101T000000Z', ...lines })
  const event = ['BEGIN:VEVENT', ...properties.map(([name, value]) => `${name}:${value}`), alarm, 'END:VEVENT']
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//tests//EN', ...event, 'END:VCALENDAR', ''].join('\r\n')
}
