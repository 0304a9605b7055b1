import { beforeEach, describe, expect, test } from 'bun:test'
import { buildEvent } from '../../../src/calendar/ical/build'
import { editInstance } from '../../../src/calendar/ical/edit/instance'
import type { EventForm } from '../../../src/calendar/ical/form'
import type { ReceiverDevice } from '../../support/push-receiver'
import { people } from '../ical/cast'
import { clearedStory, shown, zone } from './story'

const story = clearedStory()
let phone: ReceiverDevice
beforeEach(async () => {
  phone = await story.phone(story.cast.ada)
})

const CHOIR: EventForm = {
  title: 'Choir',
  allDay: false,
  start: '2026-11-21T18:00:00Z',
  end: '2026-11-21T20:00:00Z',
  recurrence: 'daily',
}
const BINS: EventForm = { title: 'Bins', allDay: true, start: '2026-11-21', end: '2026-11-21', recurrence: 'weekly' }
const SECOND = '2026-11-22T18:00:00.000Z'
const options = {
  operationId: 'op',
  now: new Date('2026-11-01T00:00:00Z'),
  household: zone('Europe/Berlin'),
  people,
}
/** Caches a series, one occurrence of which was changed as the service does it. */
const hold = (form: EventForm, instance: string, changes: Partial<EventForm>) =>
  cache(editInstance(buildEvent(form, { ...options, uid: 'event' }), instance, changes, options))
const cache = (text: string) => story.cache('ada', text, 'event')
const tick = async (...times: string[]) => {
  for (const time of times) await story.tick(time)
}

describe('an occurrence with a reminder of its own', () => {
  test('reminds by that, and the others of its series by theirs', async () => {
    await hold({ ...CHOIR, reminderLeadMinutes: 30 }, SECOND, { reminderLeadMinutes: 120, title: 'Concert' })
    await tick('2026-11-21T16:00:00Z', '2026-11-21T17:30:00Z')
    await tick('2026-11-22T16:00:00Z', '2026-11-22T16:00:30Z', '2026-11-22T17:30:00Z', '2026-11-23T17:30:00Z')
    expect(shown(phone)).toEqual(['Choir: Starts in 30 min', 'Concert: Starts in 2 hrs', 'Choir: Starts in 30 min'])
  })

  test('reminds where its series does not, also when it is the first, and still to come', async () => {
    await hold(CHOIR, '2026-11-21T18:00:00.000Z', { reminders: [7200, 0] })
    await tick('2026-11-16T18:00:00Z', '2026-11-21T18:00:00Z', '2026-11-22T18:00:00Z')
    expect(shown(phone)).toEqual(['Choir: Starts in 5 days', 'Choir: Starts now'])
  })

  test('at its start, where its series has an alarm there that counts as none', async () => {
    const text = buildEvent({ ...CHOIR, reminders: [0] }, { ...options, uid: 'event' })
    const bare = text.replace('TRIGGER;RELATED=START:PT0S', 'TRIGGER:PT0S')
    await cache(editInstance(bare, SECOND, { reminders: [0] }, options))
    await tick('2026-11-21T18:00:00Z', '2026-11-22T18:00:00Z')
    expect(shown(phone)).toEqual(['Choir: Starts now'])
    expect(phone.received[0]?.payload.url).toBe('/day/2026-11-22')
  })

  test('at its new time, where it was moved', async () => {
    const later = { start: '2026-11-22T21:00:00Z', end: '2026-11-22T22:00:00Z', reminderLeadMinutes: 60 }
    await hold(CHOIR, SECOND, later)
    await tick('2026-11-22T17:00:00Z', '2026-11-22T20:00:00Z')
    expect(phone.received.map(({ payload }) => payload.time)).toEqual(['22:00'])
  })

  test.each<Partial<EventForm>>([{ reminderLeadMinutes: null }, { reminders: [] }])(
    'not at all once that was taken from it: %j',
    async (changes) => {
      await hold({ ...CHOIR, reminderLeadMinutes: 30 }, SECOND, changes)
      await tick('2026-11-21T17:30:00Z', '2026-11-22T17:30:00Z', '2026-11-23T17:30:00Z')
      expect(phone.received.map(({ payload }) => payload.url)).toEqual(['/day/2026-11-21', '/day/2026-11-23'])
    },
  )

  test('of a whole day', async () => {
    const evening = [{ daysBefore: 1, time: '18:00' }]
    await hold({ ...BINS, reminderLeadMinutes: 0 }, '2026-11-28', { reminders: evening })
    await tick('2026-11-21T08:00:00Z', '2026-11-27T17:00:00Z', '2026-11-28T08:00:00Z', '2026-12-05T08:00:00Z')
    expect(shown(phone)).toEqual(['Bins: Today', 'Bins: Tomorrow', 'Bins: Today'])
  })

  test('can be snoozed out of quiet hours as any other', async () => {
    await story.wants(story.cast.ada, { quietHours: { start: '17:00', end: '18:30' } })
    await hold(CHOIR, SECOND, { reminderLeadMinutes: 120 })
    await tick('2026-11-22T16:00:00Z', '2026-11-22T17:30:00Z')
    expect(shown(phone)).toEqual(['Choir: Starts in 30 min'])
  })
})

describe('an occurrence reminds as its series', () => {
  const held = (alarm: string[], changes?: Partial<EventForm>) => {
    const text = buildEvent({ ...BINS, reminderLeadMinutes: 0 }, { ...options, uid: 'event' })
    const lines = ['UID:event', 'RECURRENCE-ID;VALUE=DATE:20261128', 'DTSTART;VALUE=DATE:20261128', 'SUMMARY:Paper']
    const override = ['BEGIN:VEVENT', ...lines, ...alarm, 'END:VEVENT', 'END:VCALENDAR']
    const whole = text.replace('END:VCALENDAR', override.join('\r\n'))
    return cache(changes === undefined ? whole : editInstance(whole, '2026-11-28', changes, options))
  }
  const alarm = (...lines: string[]) => ['BEGIN:VALARM', ...lines, 'END:VALARM']

  test.each<[string, string[]]>([
    ['without an alarm', []],
    [
      'with the very alarm of its series, an instant',
      alarm('ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261121T080000Z'),
    ],
    ['with an alarm that cannot be said', alarm('ACTION:DISPLAY', 'TRIGGER;RELATED=END:-PT15M')],
  ])('%s', async (_, lines) => {
    await held(lines)
    await tick('2026-11-21T08:00:00Z', '2026-11-28T08:00:00Z')
    expect(shown(phone)).toEqual(['Bins: Today', 'Paper: Today'])
  })

  test('where another application gave it no alarm, and its title was changed here', async () => {
    await held([], { title: 'Cardboard' })
    await tick('2026-11-21T08:00:00Z', '2026-11-28T08:00:00Z')
    expect(shown(phone)).toEqual(['Bins: Today', 'Cardboard: Today'])
  })

  test('where its reminder was taken from it and given again', async () => {
    const series = buildEvent({ ...BINS, reminderLeadMinutes: 0 }, { ...options, uid: 'event' })
    const bare = editInstance(series, '2026-11-28', { reminders: [] }, options)
    await cache(editInstance(bare, '2026-11-28', { reminderLeadMinutes: 0 }, options))
    await tick('2026-11-28T08:00:00Z')
    expect(shown(phone)).toEqual(['Bins: Today'])
  })

  test('where another field of it was changed', async () => {
    await hold({ ...BINS, reminderLeadMinutes: 1440 }, '2026-11-28', { title: 'Paper' })
    await tick('2026-11-20T08:00:00Z', '2026-11-27T08:00:00Z')
    expect(shown(phone)).toEqual(['Bins: Tomorrow', 'Paper: Tomorrow'])
  })

  test('but one that says that it has none', async () => {
    await held(alarm('ACTION:NONE', 'TRIGGER;VALUE=DATE-TIME:19760401T005545Z'))
    await tick('2026-11-21T08:00:00Z', '2026-11-28T08:00:00Z')
    expect(shown(phone)).toEqual(['Bins: Today'])
  })
})
