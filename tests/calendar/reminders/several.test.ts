import { beforeEach, describe, expect, test } from 'bun:test'
import { buildEvent } from '../../../src/calendar/ical/build'
import { editEvent } from '../../../src/calendar/ical/edit'
import type { EventForm } from '../../../src/calendar/ical/form'
import { events } from '../../../src/platform/db/schema'
import type { ReceiverDevice } from '../../support/push-receiver'
import { people } from '../ical/cast'
import { clearedStory, shown, zone } from './story'

const story = clearedStory()
let phone: ReceiverDevice
beforeEach(async () => {
  phone = await story.phone(story.cast.ada)
})

const DENTIST = { title: 'Dentist', allDay: false, start: '2026-11-20T14:30:00Z', end: '2026-11-20T15:00:00Z' }
const BIRTHDAY = { title: 'Birthday', allDay: true, start: '2026-11-24', end: '2026-11-24' }
const options = {
  operationId: 'op',
  now: new Date('2026-11-01T00:00:00Z'),
  household: zone('Europe/Berlin'),
  people,
}
const textOf = (form: EventForm, uid = 'event') => buildEvent(form, { ...options, uid })
/** Caches an event as the service writes it. */
const hold = (form: EventForm, uid = 'event') => story.cache('ada', textOf(form, uid), uid)
const tick = async (...times: string[]) => {
  for (const time of times) await story.tick(time)
}

describe('several reminders of a timed event', () => {
  test('each come once and on time, and say how long it is', async () => {
    await hold({ ...DENTIST, reminders: [15, 60, 0, 1440, 60] })
    await tick('2026-11-19T14:29:59Z')
    expect(phone.received).toEqual([])
    await tick('2026-11-19T14:30:00Z', '2026-11-19T14:30:30Z', '2026-11-20T13:30:00Z', '2026-11-20T13:31:00Z')
    await tick('2026-11-20T14:15:00Z', '2026-11-20T14:15:59Z', '2026-11-20T14:30:00Z', '2026-11-20T14:31:00Z')
    expect(shown(phone)).toEqual([
      'Dentist: Starts in 1 day',
      'Dentist: Starts in 1 hr',
      'Dentist: Starts in 15 min',
      'Dentist: Starts now',
    ])
    const start = Date.parse(DENTIST.start)
    expect(phone.received.map(({ payload }) => payload.tag)).toEqual([
      `event:${start}`,
      `event:${start}:60`,
      `event:${start}:15`,
      `event:${start}:0`,
    ])
    expect(new Set(phone.received.map(({ topic }) => topic)).size).toBe(4)
  })

  test('that fall into one window come in it, also after a restart', async () => {
    await hold({ ...DENTIST, reminders: [15, 16] })
    await tick('2026-11-20T14:15:00Z')
    await story.tick('2026-11-20T14:15:10Z', story.restarted())
    expect(shown(phone).sort()).toEqual(['Dentist: Starts in 15 min', 'Dentist: Starts in 16 min'])
  })

  test('one more beside one that was sent does not send that again, nor does one less', async () => {
    await hold({ ...DENTIST, reminderLeadMinutes: 30 })
    await tick('2026-11-20T14:00:00Z')
    await hold({ ...DENTIST, reminders: [30, 5] })
    await tick('2026-11-20T14:00:30Z', '2026-11-20T14:25:00Z')
    await hold({ ...DENTIST, reminderLeadMinutes: 5 })
    await tick('2026-11-20T14:25:30Z')
    expect(shown(phone)).toEqual(['Dentist: Starts in 30 min', 'Dentist: Starts in 5 min'])
  })

  test('at the start alone', async () => {
    await hold({ ...DENTIST, reminders: [0] })
    await tick('2026-11-20T14:29:59Z')
    expect(phone.received).toEqual([])
    await tick('2026-11-20T14:30:00Z')
    expect(shown(phone)).toEqual(['Dentist: Starts now'])
  })

  test('none of a lead of 0, of a series either', async () => {
    await story.event('ada', 0, { DTSTART: '20261120T143000Z', RRULE: 'FREQ=DAILY' })
    await tick('2026-11-20T14:30:00Z', '2026-11-21T14:30:00Z')
    expect(phone.received).toEqual([])
  })

  test('none of a cancelled one, nor where one of its alarms cannot be said', async () => {
    const text = textOf({ ...DENTIST, reminders: [15, 60] })
    await story.cache('ada', text.replace('SUMMARY:', 'STATUS:CANCELLED\r\nSUMMARY:'), 'event')
    await story.cache('ada', text.replace('TRIGGER:-PT60M', 'TRIGGER;RELATED=END:-PT60M'), 'other')
    await tick('2026-11-20T13:30:00Z', '2026-11-20T14:00:00Z', '2026-11-20T14:15:00Z')
    expect(phone.received).toEqual([])
  })

  test('none of an occurrence that is called off, whatever it had of its own', async () => {
    const text = textOf({ ...DENTIST, recurrence: 'weekly', reminders: [15, 60] })
    const calledOff = [
      'BEGIN:VEVENT',
      'UID:event',
      'RECURRENCE-ID:20261127T143000Z',
      'DTSTART:20261127T143000Z',
      'SUMMARY:Dentist',
      'STATUS:CANCELLED',
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Dentist', 'TRIGGER:-PT30M', 'END:VALARM'],
      'END:VEVENT',
    ]
    await story.cache('ada', text.replace('END:VCALENDAR', [...calledOff, 'END:VCALENDAR'].join('\r\n')), 'event')
    await tick('2026-11-27T13:30:00Z', '2026-11-27T14:00:00Z', '2026-11-27T14:15:00Z', '2026-12-04T14:15:00Z')
    expect(shown(phone)).toEqual(['Dentist: Starts in 15 min'])
  })

  test('of every occurrence of a series, over the change of clocks', async () => {
    const start = { start: '2026-10-18T16:00:00Z', end: '2026-10-18T17:00:00Z' }
    await hold({ ...DENTIST, ...start, recurrence: 'weekly', recurrenceCount: 2, reminders: [60, 10] })
    await tick('2026-10-18T15:00:00Z', '2026-10-18T15:50:00Z', '2026-10-25T15:00:00Z', '2026-10-25T15:50:00Z')
    expect(phone.received).toHaveLength(2)
    await tick('2026-10-25T16:00:00Z', '2026-10-25T16:50:00Z', '2026-11-01T16:00:00Z')
    expect(shown(phone)).toEqual([
      'Dentist: Starts in 1 hr',
      'Dentist: Starts in 10 min',
      'Dentist: Starts in 1 hr',
      'Dentist: Starts in 10 min',
    ])
  })
})

describe('reminders of an all-day event at times of days', () => {
  const EVENING = { daysBefore: 1, time: '18:00' }

  test('the evening before, and nine o’clock of the day', async () => {
    await hold({ ...BIRTHDAY, reminders: [0, EVENING] })
    await tick('2026-11-23T16:59:59Z')
    expect(phone.received).toEqual([])
    await tick('2026-11-23T17:00:00Z', '2026-11-23T17:00:59Z', '2026-11-24T08:00:00Z')
    expect(shown(phone)).toEqual(['Birthday: Tomorrow', 'Birthday: Today'])
  })

  test('the evening before alone', async () => {
    await hold({ ...BIRTHDAY, reminders: [EVENING] })
    await tick('2026-11-23T17:00:00Z')
    expect(phone.received.map(({ payload }) => payload.tag)).toEqual([`event:${Date.parse('2026-11-24')}`])
  })

  test.each([
    ['the last minute of the day', { daysBefore: 0, time: '23:59' }, '2026-11-24T22:59:00Z', 'Today'],
    ['the first minute of the day', { daysBefore: 0, time: '00:00' }, '2026-11-23T23:00:00Z', 'Today'],
    ['a week before', { daysBefore: 7, time: '00:00' }, '2026-11-16T23:00:00Z', 'In 1 week'],
  ])('%s', async (_, reminder, at, body) => {
    await hold({ ...BIRTHDAY, reminders: [reminder] })
    await tick(at)
    expect(shown(phone)).toEqual([`Birthday: ${body}`])
  })

  test('of every occurrence of a series at the same distance, on the household’s clock', async () => {
    const bins = { title: 'Bins', allDay: true, start: '2026-10-23', end: '2026-10-23' }
    await hold({ ...bins, recurrence: { frequency: 'daily', interval: 3 }, reminders: [EVENING] })
    await tick('2026-10-22T16:00:00Z', '2026-10-25T16:00:00Z', '2026-10-25T17:00:00Z', '2026-10-28T17:00:00Z')
    expect(phone.received.map(({ payload }) => payload.url)).toEqual([
      '/day/2026-10-23',
      '/day/2026-10-26',
      '/day/2026-10-29',
    ])
  })

  test('of an occurrence that was given a time, from its day on', async () => {
    const text = textOf({ ...BIRTHDAY, recurrence: 'weekly', reminders: [EVENING, 1440] })
    const override = [
      'BEGIN:VEVENT',
      'UID:event',
      'RECURRENCE-ID;VALUE=DATE:20261201',
      'DTSTART:20261202T100000Z',
      'SUMMARY:Party',
      'END:VEVENT',
    ]
    await story.cache('ada', text.replace('END:VCALENDAR', [...override, 'END:VCALENDAR'].join('\r\n')), 'event')
    await tick('2026-11-30T17:00:00Z', '2026-12-01T10:00:00Z', '2026-12-01T17:00:00Z')
    expect(shown(phone)).toEqual(['Party: Starts in 1 day', 'Party: Starts in 17 hrs'])
  })

  test('of an occurrence that was given an earlier time, at its start and not after it', async () => {
    const text = textOf({ ...BIRTHDAY, recurrence: 'weekly', reminders: [{ daysBefore: 0, time: '18:00' }] })
    const override = [
      'BEGIN:VEVENT',
      'UID:event',
      'RECURRENCE-ID;VALUE=DATE:20261201',
      'DTSTART:20261201T100000Z',
      'SUMMARY:Party',
      'END:VEVENT',
    ]
    await story.cache('ada', text.replace('END:VCALENDAR', [...override, 'END:VCALENDAR'].join('\r\n')), 'event')
    await tick('2026-11-24T17:00:00Z', '2026-12-01T10:00:00Z')
    expect(shown(phone)).toEqual(['Birthday: Today', 'Party: Starts now'])
    await tick('2026-12-01T17:00:00Z')
    expect(phone.received).toHaveLength(2)
  })

  test('go along when the event is moved', async () => {
    const text = textOf({ ...BIRTHDAY, reminders: [EVENING] })
    await story.cache('ada', editEvent(text, { ...BIRTHDAY, start: '2026-11-26', end: '2026-11-26' }, options), 'event')
    await tick('2026-11-23T17:00:00Z', '2026-11-25T17:00:00Z')
    expect(phone.received.map(({ payload }) => payload.url)).toEqual(['/day/2026-11-26'])
  })
})

test('what a lead tells stands in its column alone', async () => {
  await hold({ ...DENTIST, reminderLeadMinutes: 15 }, 'one')
  await hold({ ...DENTIST, reminders: [15, 5] }, 'two')
  await hold({ ...DENTIST, reminders: [0] }, 'start')
  const rows = await story.ctx.db.select().from(events).orderBy(events.id)
  const columns = rows.map(({ uid, reminderLeadMinutes, reminderIsCustom, reminders }) => [
    uid,
    reminderLeadMinutes,
    reminderIsCustom,
    reminders,
  ])
  expect(columns).toEqual([
    ['one', 15, false, null],
    ['two', null, true, '[15,5]'],
    ['start', 0, false, '[0]'],
  ])
})
