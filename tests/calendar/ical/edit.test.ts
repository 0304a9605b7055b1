import { describe, expect, test } from 'bun:test'
import { operationIdsOf } from '../../../src/calendar/ical/build'
import { copyEvent, editEvent } from '../../../src/calendar/ical/edit'
import { IcalError } from '../../../src/calendar/ical/error'
import { formOf } from '../../../src/calendar/ical/form'
import { summarize } from '../../../src/calendar/ical/summary'
import { calendarOf, difference, household, options, spansOf } from './cast'
import { allTexts } from './corpus'

const STAMPS = ['+ DTSTAMP:20261120T120000Z', '+ LAST-MODIFIED:20261120T120000Z', '+ X-CORKBOARD-OP:op-2']
const alarm = (...lines: string[]) => ['BEGIN:VALARM', 'ACTION:DISPLAY', ...lines, 'END:VALARM']
const timed = ['UID:u', 'DTSTART:20261005T160000Z', 'DTEND:20261005T170000Z', 'SUMMARY:Choir']
const allDay = ['UID:u', 'DTSTART;VALUE=DATE:20261005', 'DTEND;VALUE=DATE:20261006', 'SUMMARY:Holiday']

/** What an edit does to the lines, the stamps of every edit left aside. */
function effect(lines: string[], changes: Parameters<typeof editEvent>[1]): string[] {
  const before = calendarOf(lines)
  return difference(before, editEvent(before, changes, options)).filter((line) => !STAMPS.includes(line))
}

describe('texts', () => {
  test('a title changes its line and nothing else', () => {
    const lines = [
      ...timed,
      'ATTENDEE;CN="Ben":mailto:ben@example.org',
      'X-APPLE-TRAVEL:a\\\\nb',
      ...alarm('TRIGGER:-PT15M'),
    ]
    expect(effect(lines, { title: 'Rehearsal' })).toEqual(['- SUMMARY:Choir', '+ SUMMARY:Rehearsal'])
  })

  test('absent keeps, blank clears, a new one is added', () => {
    const lines = [...timed, 'LOCATION:Church']
    expect(effect(lines, {})).toEqual([])
    expect(effect(lines, { location: '' })).toEqual(['- LOCATION:Church'])
    expect(effect(timed, { description: 'a,b' })).toEqual(['+ DESCRIPTION:a\\,b'])
  })

  test('the language stays, another rendering of the old text does not', () => {
    const lines = ['UID:u', 'DTSTART:20261005T160000Z', 'SUMMARY;LANGUAGE=nl:Koor', 'DESCRIPTION;ALTREP="cid:1":Oud']
    expect(effect(lines, { title: 'Repetitie', description: 'Nieuw' })).toEqual([
      '- SUMMARY;LANGUAGE=nl:Koor',
      '- DESCRIPTION;ALTREP="cid:1":Oud',
      '+ SUMMARY;LANGUAGE=nl:Repetitie',
      '+ DESCRIPTION:Nieuw',
    ])
  })

  test('stamps: the revision is dated and carries the operation; SEQUENCE grows with time and recurrence only', () => {
    const before = calendarOf([...timed, 'SEQUENCE:4', 'DTSTAMP:20200101T000000Z', 'X-CORKBOARD-OP:op-1'])
    const renamed = editEvent(before, { title: 'x' }, options)
    expect(difference(before, renamed)).toEqual(expect.arrayContaining(STAMPS))
    expect(operationIdsOf(renamed)).toEqual(['op-2'])
    expect(renamed).not.toContain('op-1')
    expect(renamed).toContain('SEQUENCE:4\r\n')
    expect(editEvent(before, { recurrence: 'daily' }, options)).toContain('SEQUENCE:5\r\n')
    expect(
      editEvent(before, { allDay: false, start: '2026-10-05T15:00:00Z', end: '2026-10-05T17:00:00Z' }, options),
    ).toContain('SEQUENCE:5\r\n')
    expect(editEvent(before, { reminderLeadMinutes: 5 }, options)).toContain('SEQUENCE:4\r\n')
  })
})

describe('times', () => {
  const to = (start: string, end: string) => ({ allDay: false, start, end })

  test('a single event stays in UTC', () => {
    expect(effect(timed, to('2026-10-06T16:00:00Z', '2026-10-06T18:00:00Z'))).toEqual([
      '- DTSTART:20261005T160000Z',
      '- DTEND:20261005T170000Z',
      '+ DTSTART:20261006T160000Z',
      '+ DTEND:20261006T180000Z',
      '+ SEQUENCE:1',
    ])
  })

  test('the same times, written otherwise, change nothing', () => {
    const lines = ['UID:u', 'DTSTART;TZID="Europe/Amsterdam":20261005T180000', 'DURATION:PT60M', 'SUMMARY:Choir']
    expect(effect(lines, to('2026-10-05T16:00:00Z', '2026-10-05T17:00:00Z'))).toEqual([])
  })

  test('a duration stays while the length does', () => {
    const lines = ['UID:u', 'DTSTART:20261005T160000Z', 'DURATION:PT1H']
    expect(effect(lines, to('2026-10-05T17:00:00Z', '2026-10-05T18:00:00Z'))).toEqual([
      '- DTSTART:20261005T160000Z',
      '+ DTSTART:20261005T170000Z',
      '+ SEQUENCE:1',
    ])
    expect(effect(lines, to('2026-10-05T16:00:00Z', '2026-10-05T18:00:00Z'))).toEqual([
      '- DURATION:PT1H',
      '+ DTEND:20261005T180000Z',
      '+ SEQUENCE:1',
    ])
  })

  test('start and end each keep their own zone', () => {
    const lines = [
      'UID:u',
      'DTSTART;TZID=America/New_York:20261005T120000',
      'DTEND;TZID=Europe/Amsterdam:20261006T020000',
    ]
    expect(effect(lines, to('2026-10-05T17:00:00Z', '2026-10-06T01:00:00Z'))).toEqual([
      '- DTSTART;TZID=America/New_York:20261005T120000',
      '- DTEND;TZID=Europe/Amsterdam:20261006T020000',
      '+ DTSTART;TZID=America/New_York:20261005T130000',
      '+ DTEND;TZID=Europe/Amsterdam:20261006T030000',
      '+ SEQUENCE:1',
    ])
  })

  test('floating times keep floating', () => {
    expect(effect(['UID:u', 'DTSTART:20261005T180000'], to('2026-10-05T17:00:00Z', '2026-10-05T17:00:00Z'))).toEqual([
      '- DTSTART:20261005T180000',
      '+ DTSTART:20261005T190000',
      '+ SEQUENCE:1',
    ])
  })

  test('an end without a zone is on the clock of its start, and stays there', () => {
    const lines = ['UID:u', 'DTSTART;TZID=America/New_York:20261005T090000', 'DTEND:20261005T100000']
    expect(formOf(calendarOf(lines), household).end).toBe('2026-10-05T14:00:00.000Z')
    expect(effect(lines, to('2026-10-05T14:00:00Z', '2026-10-05T15:00:00Z'))).toEqual([
      '- DTSTART;TZID=America/New_York:20261005T090000',
      '- DTEND:20261005T100000',
      '+ DTSTART;TZID=America/New_York:20261005T100000',
      '+ DTEND:20261005T110000',
      '+ SEQUENCE:1',
    ])
  })

  describe('an event without length has no DTEND (RFC 5545 3.8.2.2)', () => {
    const moment = ['UID:u', 'DTSTART:20261005T160000Z', 'DTEND:20261005T160000Z', 'SUMMARY:Post']

    test('when it becomes one, or moves', () => {
      expect(effect(timed, to('2026-10-05T16:00:00Z', '2026-10-05T16:00:00Z'))).toEqual([
        '- DTEND:20261005T170000Z',
        '+ SEQUENCE:1',
      ])
      expect(effect(moment, to('2026-10-05T18:00:00Z', '2026-10-05T18:00:00Z'))).toEqual([
        '- DTSTART:20261005T160000Z',
        '- DTEND:20261005T160000Z',
        '+ DTSTART:20261005T180000Z',
        '+ SEQUENCE:1',
      ])
    })

    test('but keeps the one that an edit has nothing to do with', () => {
      expect(effect(moment, { title: 'Parcel' })).toEqual(['- SUMMARY:Post', '+ SUMMARY:Parcel'])
      expect(effect(moment, to('2026-10-05T16:00:00Z', '2026-10-05T16:00:00Z'))).toEqual([])
    })

    test('and gets one with its length', () => {
      expect(effect(['UID:u', 'DTSTART:20261005T160000Z'], to('2026-10-05T16:00:00Z', '2026-10-05T17:00:00Z'))).toEqual(
        ['+ DTEND:20261005T170000Z', '+ SEQUENCE:1'],
      )
    })

    test('nor has an override of a series that gets a time without length', () => {
      const series = calendarOf(
        ['UID:u', 'DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=DAILY;COUNT=3'],
        ['UID:u', 'RECURRENCE-ID;VALUE=DATE:20261006', 'DTSTART;VALUE=DATE:20261006', 'DTEND;VALUE=DATE:20261007'],
      )
      const edited = editEvent(series, to('2026-10-05T16:00:00Z', '2026-10-05T16:00:00Z'), options)
      expect(edited).not.toContain('DTEND')
      expect(spansOf(edited, '2026-10-06', '2026-10-07')).toEqual(['2026-10-06T16:00:00Z/2026-10-06T16:00:00Z'])
    })
  })

  describe('the second of two equal hours in autumn, which a TZID cannot say', () => {
    const lines = [
      'UID:u',
      'DTSTART;TZID=Europe/Amsterdam:20261024T120000',
      'DTEND;TZID=Europe/Amsterdam:20261024T130000',
    ]
    const after = (start: string, end: string, more: string[] = []) =>
      editEvent(calendarOf([...lines, ...more]), to(start, end), options)

    test('is written in UTC for a single event', () => {
      const edited = after('2026-10-25T01:30:00Z', '2026-10-25T03:00:00Z')
      expect(formOf(edited, household)).toMatchObject({
        start: '2026-10-25T01:30:00.000Z',
        end: '2026-10-25T03:00:00.000Z',
      })
      expect(edited).toContain('DTSTART:20261025T013000Z')
    })

    test('also where only the end falls into it', () => {
      const edited = after('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z')
      expect(formOf(edited, household)).toMatchObject({
        start: '2026-10-25T00:30:00.000Z',
        end: '2026-10-25T01:30:00.000Z',
      })
      expect(edited).toContain('DTSTART;TZID=Europe/Amsterdam:20261025T023000')
      expect(edited).toContain('DTEND:20261025T013000Z')
    })

    test('the first one and every other time keep the zone', () => {
      expect(after('2026-10-25T00:30:00Z', '2026-10-25T00:45:00Z')).toContain(
        'DTSTART;TZID=Europe/Amsterdam:20261025T023000',
      )
      expect(after('2026-10-26T00:30:00Z', '2026-10-26T01:45:00Z')).toContain(
        'DTEND;TZID=Europe/Amsterdam:20261026T024500',
      )
    })

    test('a series keeps its clock', () => {
      const edited = after('2026-10-25T01:30:00Z', '2026-10-25T02:00:00Z', ['RRULE:FREQ=DAILY;COUNT=2'])
      expect(edited).toContain('DTSTART;TZID=Europe/Amsterdam:20261025T023000')
    })
  })

  test('of two versions of one start the stale one goes when the time changes', () => {
    const version = (title: string) => [
      'UID:u',
      'DTSTART:20261005T160000Z',
      'DTEND:20261005T170000Z',
      `SUMMARY:${title}`,
    ]
    const edited = editEvent(
      calendarOf(version('Old'), version('New')),
      to('2026-10-06T16:00:00Z', '2026-10-06T17:00:00Z'),
      options,
    )
    expect(spansOf(edited, '2026-10-01', '2026-11-01')).toEqual(['2026-10-06T16:00:00Z/2026-10-06T17:00:00Z'])
    expect(edited).not.toContain('SUMMARY:Old')
    const renamed = editEvent(calendarOf(version('Old'), version('New')), { title: 'Newer' }, options)
    expect(renamed).toContain('SUMMARY:Old')
  })

  test('all day and back', () => {
    const text = editEvent(calendarOf(timed), { allDay: true, start: '2026-10-05', end: '2026-10-06' }, options)
    expect(text).toContain('DTSTART;VALUE=DATE:20261005\r\nDTEND;VALUE=DATE:20261007\r\n')
    const back = editEvent(text, to('2026-10-05T16:00:00Z', '2026-10-05T17:00:00Z'), options)
    expect(back).toContain('DTSTART:20261005T160000Z\r\nDTEND:20261005T170000Z\r\n')
  })

  test('an end that a newer start has overtaken does not stand before it', () => {
    const { start, end } = formOf(editEvent(calendarOf(timed), { end: '2026-10-05T15:00:00Z' }, options), household)
    expect(end).toBe(start)
  })
})

describe('reminders', () => {
  const withAlarm = [...timed, ...alarm('TRIGGER:-PT15M')]

  test('absent keeps the alarms as they are, whatever they are', () => {
    const odd = [
      ...timed,
      'BEGIN:VALARM',
      'TRIGGER;X-ODD=1:-P0DT0H15M0S',
      'ACKNOWLEDGED:20261001T000000Z',
      'END:VALARM',
      ...alarm('TRIGGER:soon'),
    ]
    const moved = effect(odd, { allDay: false, start: '2026-10-06T16:00:00Z', end: '2026-10-06T17:00:00Z', title: 'x' })
    expect(moved.filter((line) => /TRIGGER|VALARM|ACKN/.test(line))).toEqual([])
  })

  test('null removes', () => {
    expect(
      formOf(editEvent(calendarOf(withAlarm), { reminderLeadMinutes: null }, options), household).reminderLeadMinutes,
    ).toBeNull()
    expect(
      editEvent(calendarOf([...withAlarm, ...alarm('TRIGGER:-P1D')]), { reminderLeadMinutes: null }, options),
    ).not.toContain('VALARM')
  })

  test('null leaves "no alarm" standing, which keeps other clients from adding their own', () => {
    const lines = [
      ...withAlarm,
      'BEGIN:VALARM',
      'ACTION:NONE',
      'TRIGGER;VALUE=DATE-TIME:19760401T005545Z',
      'END:VALARM',
    ]
    const text = editEvent(calendarOf(lines), { reminderLeadMinutes: null }, options)
    expect(text).toContain('ACTION:NONE')
    expect(text).not.toContain('-PT15M')
  })

  test('a number sets', () => {
    expect(effect(withAlarm, { reminderLeadMinutes: 60 })).toEqual([
      '- TRIGGER:-PT15M',
      '+ DESCRIPTION:Reminder',
      '+ TRIGGER:-PT60M',
    ])
  })

  test('0 on a timed event is none, on an all-day one nine o’clock of the day', () => {
    expect(editEvent(calendarOf(withAlarm), { reminderLeadMinutes: 0 }, options)).not.toContain('VALARM')
    expect(editEvent(calendarOf(allDay), { reminderLeadMinutes: 0 }, options)).toContain(
      'TRIGGER;VALUE=DATE-TIME:20261005T070000Z',
    )
  })

  test('a number on an all-day event becomes the absolute alarm, whatever stood there', () => {
    for (const trigger of ['TRIGGER:-P1D', 'TRIGGER:-PT15H', 'TRIGGER;VALUE=DATE-TIME:20261004T070000Z']) {
      const edited = editEvent(calendarOf([...allDay, ...alarm(trigger)]), { reminderLeadMinutes: 1440 }, options)
      expect(edited.match(/^TRIGGER.*$/gm)).toEqual(['TRIGGER;VALUE=DATE-TIME:20261004T070000Z'])
    }
  })

  test('"the day before" stays the day before when the day moves, also across the change of clocks', () => {
    const lines = [...allDay, ...alarm('TRIGGER;VALUE=DATE-TIME:20261004T070000Z')]
    const moved = editEvent(calendarOf(lines), { allDay: true, start: '2026-11-05', end: '2026-11-05' }, options)
    expect(moved).toContain('TRIGGER;VALUE=DATE-TIME:20261104T080000Z')
    expect(formOf(moved, household).reminderLeadMinutes).toBe(1440)
  })

  test('it becomes relative when the event gets a time', () => {
    const lines = [...allDay, ...alarm('TRIGGER;VALUE=DATE-TIME:20261004T070000Z')]
    const text = editEvent(
      calendarOf(lines),
      { allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T17:00:00Z' },
      options,
    )
    expect(text).toContain('TRIGGER:-PT1440M')
  })

  test('every one of several moves with the day, at its own time', () => {
    const lines = [
      ...allDay,
      ...alarm('TRIGGER;VALUE=DATE-TIME:20261004T160000Z', 'X-ODD:1'),
      ...alarm('TRIGGER;VALUE=DATE-TIME:20261005T070000Z'),
    ]
    expect(
      effect(lines, { allDay: true, start: '2026-11-05', end: '2026-11-05' }).filter((line) =>
        /TRIGGER|VALARM|ODD/.test(line),
      ),
    ).toEqual([
      '- TRIGGER;VALUE=DATE-TIME:20261004T160000Z',
      '- TRIGGER;VALUE=DATE-TIME:20261005T070000Z',
      '+ TRIGGER;VALUE=DATE-TIME:20261104T170000Z',
      '+ TRIGGER;VALUE=DATE-TIME:20261105T080000Z',
    ])
  })

  test('the evening before is as long before when the event gets a time', () => {
    const lines = [...allDay, ...alarm('TRIGGER;VALUE=DATE-TIME:20261004T160000Z')]
    const times = { allDay: false, start: '2026-10-05T07:00:00Z', end: '2026-10-05T08:00:00Z' }
    expect(editEvent(calendarOf(lines), times, options)).toContain('TRIGGER:-PT900M')
  })

  test.each(['20261006T080000Z', '20261004T080030Z'])('an absolute alarm that is no reminder stays: %s', (instant) => {
    const lines = [...allDay, ...alarm(`TRIGGER;VALUE=DATE-TIME:${instant}`)]
    expect(
      effect(lines, { allDay: true, start: '2026-11-05', end: '2026-11-05' }).filter((line) =>
        line.includes('TRIGGER'),
      ),
    ).toEqual([])
  })

  test('a list keeps the alarms that it names, byte by byte, and drops and adds the others', () => {
    const mail = ['BEGIN:VALARM', 'ACTION:EMAIL', 'TRIGGER;X-ODD=1:-P0DT1H', 'SUMMARY:Soon', 'END:VALARM']
    expect(effect([...timed, ...mail, ...alarm('TRIGGER:-PT15M')], { reminders: [0, 60, 30] })).toEqual([
      '- TRIGGER:-PT15M',
      '+ DESCRIPTION:Reminder',
      '+ TRIGGER:-PT30M',
      '+ DESCRIPTION:Reminder',
      '+ TRIGGER;RELATED=START:PT0S',
    ])
  })

  test('a list for another day keeps the alarms that it names at their distance', () => {
    const lines = [...allDay, ...alarm('TRIGGER;VALUE=DATE-TIME:20261004T160000Z', 'X-ODD:1')]
    const changes = { allDay: true, start: '2026-11-05', end: '2026-11-05' }
    const edited = editEvent(
      calendarOf(lines),
      { ...changes, reminders: [{ daysBefore: 1, time: '18:00' }, 1440] },
      options,
    )
    expect(edited.match(/^(?:TRIGGER|X-ODD).*$/gm)).toEqual([
      'TRIGGER;VALUE=DATE-TIME:20261104T170000Z',
      'X-ODD:1',
      'TRIGGER;VALUE=DATE-TIME:20261104T080000Z',
    ])
  })

  test('a list for an event that has become timed is as long before it', () => {
    const edited = editEvent(calendarOf(timed), { reminders: [{ daysBefore: 1, time: '18:00' }] }, options)
    expect(edited).toContain('TRIGGER:-PT1440M')
  })

  test.each([[[0]], [[1440, 0]]])('at the start of what was all-day until now is no nine o’clock: %j', (reminders) => {
    const lines = [...allDay, ...alarm('TRIGGER;VALUE=DATE-TIME:20261005T070000Z')]
    const timed = { allDay: false, start: '2026-10-05T16:00:00Z', end: '2026-10-05T17:00:00Z' }
    const text = editEvent(calendarOf(lines), { ...timed, reminders }, options)
    expect(summarize(text, household).reminders).toEqual(reminders)
  })

  test('an empty list removes all, but not "no alarm"', () => {
    const none = ['BEGIN:VALARM', 'ACTION:NONE', 'TRIGGER;VALUE=DATE-TIME:19760401T005545Z', 'END:VALARM']
    const edited = editEvent(calendarOf([...withAlarm, ...alarm('TRIGGER:-P1D'), ...none]), { reminders: [] }, options)
    expect(edited.match(/^TRIGGER.*$/gm)).toEqual(['TRIGGER;VALUE=DATE-TIME:19760401T005545Z'])
  })
})

describe('every byte that is not meant to change', () => {
  const withoutEdited = (text: string) =>
    text
      .replace(/(?:\r\n|\n|\r)[ \t]/g, '')
      .split(/\r\n|\n|\r/)
      .filter((line) => !/^\ufeff?(?:SUMMARY|DTSTAMP|LAST-MODIFIED|X-CORKBOARD-OP)[;:]/i.test(line))

  test('stays, in every object at hand', () => {
    let edited = 0
    for (const { name, text } of allTexts()) {
      let after: string
      try {
        after = editEvent(text, { title: 'Neu – größer 🏖️' }, options)
      } catch (error) {
        expect(error).toBeInstanceOf(IcalError)
        continue
      }
      edited += 1
      expect(withoutEdited(after), name).toEqual(withoutEdited(text))
    }
    expect(edited).toBeGreaterThan(70)
  })

  test('lines outside the edit keep their folds, spaces and line endings', () => {
    const text =
      '\ufeffBEGIN:VCALENDAR\nX-A: b \r\nBEGIN:VEVENT\r\nuid:u\r\nDTSTART:20261005T160000Z\nX-LONG;a="b:c":x\r\n  y\n\tz\r\n\r\nsummary:Old\n  and folded\r\nnot a line\r\nEND:VEVENT\nEND:VCALENDAR'
    const after = editEvent(text, { title: 'New' }, options)
    const [head = '', tail = ''] = text.split('summary:Old\n  and folded\r\n')
    expect(after.startsWith(`${head}SUMMARY:New\r\n`)).toBe(true)
    expect(after.endsWith('END:VEVENT\nEND:VCALENDAR')).toBe(true)
    expect(after).toContain(tail.slice(0, 'not a line\r\n'.length))
  })
})

describe('a copy', () => {
  test('is the whole object under a new uid', () => {
    const before = calendarOf(
      [...timed, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261006T160000Z', ...alarm('UID:alarm', 'TRIGGER:-PT15M')],
      ['UID:u', 'RECURRENCE-ID:20261007T160000Z', 'DTSTART:20261007T180000Z', 'SUMMARY:Later'],
    )
    const copy = copyEvent(before, { ...options, uid: 'new@corkboard' })
    expect(new Set(difference(before, copy))).toEqual(new Set(['- UID:u', '+ UID:new@corkboard', ...STAMPS]))
    expect(copy.match(/UID:new@corkboard/g)).toHaveLength(2)
    expect(spansOf(copy, '2026-10-01', '2026-11-01')).toEqual(spansOf(before, '2026-10-01', '2026-11-01'))
    expect(operationIdsOf(copy)).toEqual(['op-2'])
  })
})
