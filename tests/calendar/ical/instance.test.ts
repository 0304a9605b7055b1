import { describe, expect, test } from 'bun:test'
import { changedFields } from '../../../src/calendar/ical/changes'
import { editInstance } from '../../../src/calendar/ical/edit/instance'
import { countInstances, formOfInstance } from '../../../src/calendar/ical/instance'
import { calendarOf, household, options, people } from './cast'

const AMSTERDAM = 'TZID=Europe/Amsterdam'
const ID = '2026-11-24T17:00:00.000Z'
const evening = (day: string) => `;${AMSTERDAM}:${day}T180000`
const WEEKLY = (...more: string[]) => [
  'UID:u',
  'SUMMARY:Choir',
  'LOCATION:Church',
  `DTSTART${evening('20261110')}`,
  `DTEND;${AMSTERDAM}:20261110T200000`,
  ...more,
]
const override = (day: string, ...more: string[]) => [
  'UID:u',
  `RECURRENCE-ID${evening(day)}`,
  `DTSTART${evening(day)}`,
  ...more,
]

describe('the form of an occurrence', () => {
  test('has its own times, and the recurrence of its series', () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT30M', 'END:VALARM']
    const text = calendarOf(WEEKLY('RRULE:FREQ=WEEKLY;UNTIL=20261231T225959Z', ...alarm))
    expect(formOfInstance(text, ID, household)).toEqual({
      title: 'Choir',
      allDay: false,
      start: ID,
      end: '2026-11-24T19:00:00.000Z',
      location: 'Church',
      description: '',
      recurrence: 'weekly',
      recurrenceUntil: '2026-12-31',
      reminderLeadMinutes: 30,
      reminderIsCustom: false,
      isOverride: false,
    })
  })

  test('is what its override says, nothing else', () => {
    const moved = ['UID:u', `RECURRENCE-ID${evening('20261124')}`, 'SUMMARY:Concert', 'DTSTART;VALUE=DATE:20261125']
    const text = calendarOf(WEEKLY('RRULE:FREQ=WEEKLY;COUNT=5'), moved)
    expect(formOfInstance(text, ID, household)).toMatchObject({
      title: 'Concert',
      allDay: true,
      start: '2026-11-25',
      end: '2026-11-25',
      location: '',
      recurrence: 'weekly',
      recurrenceCount: 5,
      isOverride: true,
    })
  })

  test('of an old override of all that follow stands where that moves it', () => {
    const later = ['UID:u', 'SUMMARY:Later', `RECURRENCE-ID;RANGE=THISANDFUTURE${evening('20261117')}`]
    const text = calendarOf(WEEKLY('RRULE:FREQ=WEEKLY'), [...later, `DTSTART;${AMSTERDAM}:20261118T190000`])
    const form = formOfInstance(text, ID, household)
    expect(form).toMatchObject({ title: 'Later', start: '2026-11-25T18:00:00.000Z', isOverride: true })
  })

  describe('has the reminders of its series', () => {
    const alarm = (...lines: string[]) => ['BEGIN:VALARM', ...lines, 'END:VALARM']
    const early = alarm('ACTION:DISPLAY', 'TRIGGER:-PT30M')
    const none = { reminderLeadMinutes: null, reminderIsCustom: false }
    const leadOf = (text: string, id = ID) => {
      const { reminderLeadMinutes, reminderIsCustom } = formOfInstance(text, id, household)!
      return { reminderLeadMinutes, reminderIsCustom }
    }
    const withOverride = (...more: string[]) =>
      calendarOf(WEEKLY('RRULE:FREQ=WEEKLY', ...early), override('20261124', ...more))

    test('where another application gave its override no alarm: from there they can be taken away', () => {
      const text = withOverride()
      const form = formOfInstance(text, ID, household, people)!
      expect(form.reminderLeadMinutes).toBe(30)
      const changes = changedFields(form, { ...form, recurrence: undefined, reminderLeadMinutes: null })
      expect(leadOf(editInstance(text, ID, changes, options))).toEqual(none)
    })

    test('where its override has the very alarm of its series, an instant', () => {
      const nine = alarm('ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261121T080000Z')
      const days = (day: string, more: string) => ['UID:u', `DTSTART;VALUE=DATE:${day}`, more, ...nine]
      const text = calendarOf(
        days('20261121', 'RRULE:FREQ=WEEKLY'),
        days('20261128', 'RECURRENCE-ID;VALUE=DATE:20261128'),
      )
      expect(leadOf(text, '2026-11-28').reminderLeadMinutes).toBe(0)
    })

    test.each<[string, string[], ReturnType<typeof leadOf>]>([
      ['its own', alarm('ACTION:DISPLAY', 'TRIGGER:-PT5M'), { reminderLeadMinutes: 5, reminderIsCustom: false }],
      ['none', alarm('ACTION:NONE', 'TRIGGER:PT0S'), none],
      [
        'one that no lead says',
        alarm('TRIGGER;RELATED=END:PT0S'),
        { reminderLeadMinutes: null, reminderIsCustom: true },
      ],
    ])('but not where it has %s', (_, lines, expected) => {
      expect(leadOf(withOverride(...lines))).toEqual(expected)
    })
  })

  test('of an all-day series counts its reminder from its own day', () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261109T080000Z', 'END:VALARM']
    const text = calendarOf(['UID:u', 'DTSTART;VALUE=DATE:20261110', 'RRULE:FREQ=WEEKLY', ...alarm])
    expect(formOfInstance(text, '2026-11-24', household)).toMatchObject({
      start: '2026-11-24',
      reminderLeadMinutes: 1440,
    })
  })
})

const excluded = (...days: string[]) => days.map((day) => `EXDATE${evening(day)}`)

describe('how many occurrences a change concerns', () => {
  const COUNTS: [string, string[][], string, number | null, number | null, boolean][] = [
    ['of a counted series', [WEEKLY('RRULE:FREQ=WEEKLY;COUNT=5')], ID, 5, 3, false],
    ['of a series until a day', [WEEKLY('RRULE:FREQ=WEEKLY;UNTIL=20261231T225959Z')], ID, 8, 6, false],
    ['of an endless one', [WEEKLY('RRULE:FREQ=WEEKLY')], ID, null, null, false],
    ['from the first', [WEEKLY('RRULE:FREQ=WEEKLY;COUNT=5')], '2026-11-10T17:00:00.000Z', 5, 5, true],
    ['from the first of an endless one', [WEEKLY('RRULE:FREQ=WEEKLY')], '2026-11-10T17:00:00.000Z', null, null, true],
    [
      'without those that are excluded or cancelled, so that this one is the first',
      [
        WEEKLY('RRULE:FREQ=WEEKLY;COUNT=5', ...excluded('20261110')),
        override('20261117', 'STATUS:CANCELLED'),
        override('20261201', 'STATUS:CONFIRMED'),
      ],
      ID,
      3,
      3,
      true,
    ],
    [
      'with added dates, earlier and later',
      [WEEKLY('RRULE:FREQ=WEEKLY;COUNT=3', `RDATE${evening('20261101')}`, `RDATE${evening('20270301')}`)],
      ID,
      5,
      2,
      false,
    ],
    [
      'an override that was moved past this one still counts before it',
      [
        WEEKLY('RRULE:FREQ=WEEKLY;COUNT=3'),
        ['UID:u', `RECURRENCE-ID${evening('20261117')}`, `DTSTART${evening('20261230')}`],
      ],
      ID,
      3,
      1,
      false,
    ],
    [
      'with an instance that its series does not have',
      [WEEKLY('RRULE:FREQ=WEEKLY;COUNT=3'), override('20270101')],
      ID,
      4,
      2,
      false,
    ],
    [
      'the only one that is left',
      [WEEKLY('RRULE:FREQ=WEEKLY;COUNT=3', ...excluded('20261110', '20261117'))],
      ID,
      1,
      1,
      true,
    ],
    ['a thousand are counted', [WEEKLY('RRULE:FREQ=DAILY;COUNT=1000')], ID, 1000, 986, false],
    ['more are not, but those that follow', [WEEKLY('RRULE:FREQ=DAILY;COUNT=1014')], ID, null, 1000, false],
    ['more that follow are not', [WEEKLY('RRULE:FREQ=DAILY;COUNT=1015')], ID, null, null, false],
    ['of instances without their series', [override('20261117'), override('20261124')], ID, 2, 1, false],
  ]
  test.each(COUNTS)('%s', (_, events, recurrenceId, all, following, isFirst) => {
    const text = calendarOf(...events)
    expect(formOfInstance(text, recurrenceId, household)).not.toBeNull()
    expect(countInstances(text, recurrenceId, household)).toEqual({ all, following, isFirst })
  })
})
