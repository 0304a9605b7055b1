import { describe, expect, test } from 'bun:test'
import { IcalError } from '../../../src/calendar/ical/error'
import { isMeeting, meetingOf } from '../../../src/calendar/ical/meeting'
import { eventText } from '../../support/caldav'

const textWith = (...lines: string[]) => eventText('it', lines.length === 0 ? {} : { raw: lines.join('\r\n') })
const ADA = 'ORGANIZER;CN=Ada:mailto:ada@example.org'
const BEN = 'ATTENDEE;CN="Ben, B.";PARTSTAT=ACCEPTED:mailto:ben@example.org'

describe('a meeting', () => {
  test.each<[string, string[], boolean]>([
    ['has an organizer', [ADA], true],
    ['or an attendee', [BEN], true],
    ['in whatever case', ['attendee:MAILTO:ben@example.org'], true],
    ['else it is none', ['CONTACT:Ada', 'X-ATTENDEE:no', 'DESCRIPTION:ATTENDEE\\nORGANIZER:no'], false],
  ])('%s', (_, lines, expected) => {
    expect(isMeeting(textWith(...lines))).toBe(expected)
  })

  test('is one, too, when only an instance of the series has attendees', () => {
    const instance = `END:VEVENT\r\nBEGIN:VEVENT\r\nUID:it\r\nRECURRENCE-ID:20261208T090000Z\r\nDTSTART:20261208T100000Z\r\n${BEN}`
    const text = textWith('RRULE:FREQ=WEEKLY', instance)
    expect(isMeeting(text)).toBe(true)
    expect(meetingOf(text).attendees).toEqual([{ name: 'Ben, B.', email: 'ben@example.org', status: 'accepted' }])
  })

  test('is nothing that an alarm says', () => {
    expect(isMeeting(textWith('BEGIN:VALARM\r\nACTION:EMAIL\r\nATTENDEE:mailto:ada@example.org\r\nEND:VALARM'))).toBe(
      false,
    )
  })

  test('says who is there, and with what answer', () => {
    const lines = [
      ADA,
      BEN,
      'ATTENDEE:mailto:cleo@example.org',
      'ATTENDEE;PARTSTAT=X-LATER;CN=:MAILTO:Dora@Example.org',
    ]
    expect(meetingOf(textWith(...lines))).toEqual({
      organizer: { name: 'Ada', email: 'ada@example.org' },
      attendees: [
        { name: 'Ben, B.', email: 'ben@example.org', status: 'accepted' },
        { name: null, email: 'cleo@example.org', status: 'needs-action' },
        { name: null, email: 'Dora@Example.org', status: 'x-later' },
      ],
    })
  })

  test('takes an address from where applications put it', () => {
    const lines = [
      'ORGANIZER;CN=Ada;EMAIL=ada@example.org:/aMTIzNDU2/principal/',
      'ATTENDEE;EMAIL=ben@example.org:urn:uuid:8d0c1d5e-4d0c-4f3e-9d63-3d1d7a0f8b11',
      'ATTENDEE;CN=Somebody:invalid:nomail',
    ]
    expect(meetingOf(textWith(...lines))).toEqual({
      organizer: { name: 'Ada', email: 'ada@example.org' },
      attendees: [
        { name: null, email: 'ben@example.org', status: 'needs-action' },
        { name: 'Somebody', email: null, status: 'needs-action' },
      ],
    })
  })

  test('names everybody once', () => {
    const again = 'ATTENDEE;PARTSTAT=DECLINED:mailto:BEN@example.org'
    expect(meetingOf(textWith(ADA, BEN, again)).attendees).toEqual([
      { name: 'Ben, B.', email: 'ben@example.org', status: 'accepted' },
    ])
  })
})

test('an event without others has nobody', () => {
  expect(meetingOf(textWith())).toEqual({ organizer: null, attendees: [] })
})

test('what is no iCalendar says so', () => {
  expect(() => isMeeting('nothing')).toThrow(IcalError)
  expect(() => meetingOf('nothing')).toThrow(IcalError)
})

test('a crowd is read in no time', () => {
  const crowd = Array.from({ length: 30_000 }, (_, index) => `ATTENDEE:mailto:guest-${index}@example.org`)
  const text = textWith(ADA, ...crowd)
  const before = process.cpuUsage()
  expect(meetingOf(text).attendees).toHaveLength(30_000)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2000)
})
