import { describe, expect, test } from 'bun:test'
import { CALENDAR_LINES } from '../../../src/calendar/ical/build'
import { IcalError } from '../../../src/calendar/ical/error'
import { expand, prepare } from '../../../src/calendar/ical/expand'
import { foldLine } from '../../../src/calendar/ical/lines'
import { PublishedZones, type PublishOptions, publishedEvents } from '../../../src/calendar/ical/publish'
import { occurrencesByIcalJs } from '../../support/ical-js'
import { household, spanOf } from './cast'
import { allTexts, foreignCorpus, ownCorpus } from './corpus'

const VEVENT = ['DTSTAMP:20260101T000000Z', 'SUMMARY:Choir']

const objectOf = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** The object as a calendar of its own. */
function published(text: string, options: Partial<PublishOptions> = {}): string {
  const zones = new PublishedZones()
  let count = 0
  const uidFor = (uid: string) => `${uid}${count++ || ''}`
  const lines = publishedEvents(text, { household, zones, uidFor, busy: null, reminders: false, ...options })
  return [...CALENDAR_LINES, ...zones.definitions(), ...lines, 'END:VCALENDAR']
    .map((line) => foldLine(line, '\r\n'))
    .join('')
}

const FROM = Date.parse('2026-01-01T00:00:00Z')
const TO = Date.parse('2028-01-01T00:00:00Z')
const spans = (text: string, from: number, to: number) =>
  expand(prepare(text, household), from, to, household)
    .filter(({ start }) => start >= from)
    .map((one) => `${spanOf(one)} ${one.title}`)
    .sort()
const attempt = <T>(work: () => T): T | null => {
  try {
    return work()
  } catch (error) {
    expect(error).toBeInstanceOf(IcalError)
    return null
  }
}
const none = (text: string) => !/^BEGIN:VEVENT/m.test(text)

describe('what is published is what is shown', () => {
  for (const { name, text, windows } of [...ownCorpus(), ...foreignCorpus()]) {
    test(name, () => {
      const again = attempt(() => published(text))
      if (attempt(() => prepare(text, household)) === null) return expect(again === null || none(again)).toBe(true)
      expect(again).not.toBeNull()
      for (const window of windows) {
        const [from, to] = [Date.parse(window.start), Date.parse(window.end)]
        expect(none(again!) ? [] : spans(again!, from, to)).toEqual(spans(text, from, to))
      }
    })
  }

  test('to any other reader, over every change of the clocks', () => {
    const start = 'DTSTART;TZID=Europe/Berlin:20260105T183000'
    const end = 'DTEND;TZID=Europe/Berlin:20260105T193000'
    const series = [...VEVENT, start, end]
    const table: [string[][], number][] = [
      [[[...series, 'RRULE:FREQ=WEEKLY']], 104],
      [[[...series, 'RRULE:FREQ=DAILY;UNTIL=20261231', 'EXDATE;VALUE=DATE:20260330']], 360],
      [[[...series, 'RRULE:FREQ=MONTHLY;BYDAY=-1SU;UNTIL=20271231T220000']], 25],
      [[[...VEVENT, 'DTSTART:20260105T183000', 'DTEND:20260105T193000', 'RRULE:FREQ=WEEKLY;COUNT=60']], 60],
      [[[...VEVENT, 'DTSTART;TZID=W. Europe Standard Time:20260105T183000', 'RRULE:FREQ=WEEKLY;COUNT=60']], 60],
      [[[...VEVENT, 'DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY;COUNT=9', 'EXDATE;VALUE=DATE:20260112']], 8],
      [[[...series, 'RRULE:FREQ=WEEKLY;COUNT=9', 'RDATE;TZID=America/New_York:20260106T120000']], 10],
      [
        [
          [...series, 'RRULE:FREQ=WEEKLY;COUNT=9'],
          ['RECURRENCE-ID:20260112T173000Z', 'DTSTART:20260113T090000Z', 'DTEND:20260113T100000Z', 'SUMMARY:Moved'],
          ['RECURRENCE-ID;TZID=Europe/Berlin:20260119T183000', start, 'STATUS:CANCELLED', 'SUMMARY:Gone'],
        ],
        8,
      ],
      // Evolution excludes what an override replaces.
      [
        [
          [...series, 'RRULE:FREQ=WEEKLY;COUNT=9', 'EXDATE;TZID=Europe/Berlin:20260112T183000,20260126T183000'],
          ['RECURRENCE-ID;TZID=Europe/Berlin:20260112T183000', 'DTSTART:20260113T090000Z', 'SUMMARY:Moved'],
        ],
        8,
      ],
      [[['RECURRENCE-ID:20260112T173000Z', 'DTSTART:20260113T090000Z', 'DTEND:20260113T100000Z', 'SUMMARY:Alone']], 1],
      // Added dates with ends of their own: new ones, one of the rule, one that is excluded, one that is moved.
      [
        [
          [
            ...series,
            'RRULE:FREQ=WEEKLY;COUNT=9',
            'RDATE;VALUE=PERIOD:20260106T120000Z/PT3H,20260112T173000Z/20260112T203000Z,20260119T173000Z/PT2H',
            'RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260329T010000/20260329T040000,20260126T183000/PT2H',
            'EXDATE:20260119T173000Z',
          ],
          ['RECURRENCE-ID:20260126T173000Z', 'DTSTART:20260127T090000Z', 'DTEND:20260127T100000Z', 'SUMMARY:Moved'],
        ],
        10,
      ],
      // Dates said twice: the start's, one of the rule, one and the same.
      [[[...series, 'RDATE;TZID=Europe/Berlin:20260105T183000,20260107T183000,20260107T183000']], 2],
      [[[...series, 'RRULE:FREQ=WEEKLY;COUNT=3', 'RDATE:20260112T173000Z,20260119T173000Z']], 3],
    ]
    for (const [events, count] of table) {
      const text = objectOf(...events)
      const told = occurrencesByIcalJs(published(text), FROM, TO)
      expect(told).toEqual(spans(text, FROM, TO))
      expect(told).toHaveLength(count)
    }
  })
})

describe('what is published', () => {
  const EVENT = [
    'DTSTAMP:20260102T030405Z',
    'DTSTART;TZID=Zone of the host:20261201T090000',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'SUMMARY:Dentist\\, with Cleo 🦷',
    'LOCATION:Main St',
    'DESCRIPTION:Bring the card',
    'CATEGORIES:Ben,Cleo',
    'ORGANIZER;CN=Doctor:mailto:doctor@example.org',
    'ATTENDEE;CN=Ada:mailto:ada@example.org',
    'ATTACH:https://files.example.org/x',
    'X-SECRET:none of your business',
    'URL:https://example.org/dentist',
    'BEGIN:VALARM',
    'ACTION:EMAIL',
    'TRIGGER:-PT30M',
    'ATTENDEE:mailto:ada@example.org',
    'END:VALARM',
  ]
  const HOST = [
    'BEGIN:VTIMEZONE',
    'TZID:Zone of the host',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0330',
    'TZOFFSETTO:+0330',
    'END:STANDARD',
    'END:VTIMEZONE',
    '',
  ].join('\r\n')
  const text = objectOf(EVENT).replace('BEGIN:VEVENT', `${HOST}BEGIN:VEVENT`)

  test('says what the event says, and nobody’s address', () => {
    const told = published(text)
    for (const part of ['Dentist\\, with Cleo 🦷', 'Main St', 'Bring the card', 'Ben,Cleo', 'URL:https://example.org'])
      expect(told).toContain(part)
    expect(told).toContain('DTSTAMP:20260102T030405Z')
    expect(told).not.toMatch(/mailto|ATTENDEE|ORGANIZER|ATTACH|X-SECRET|VALARM/)
    expect(told).toContain('TZID:Zone 1\r\n')
    expect(told).toContain('TZOFFSETTO:+0330')
  })

  test('has its reminders where they are wanted, as messages', () => {
    const told = published(text, { reminders: true })
    expect(told.match(/BEGIN:VALARM[\s\S]*END:VALARM/)?.[0]).toBe(
      'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Dentist\\, with Cleo 🦷\r\nTRIGGER;RELATED=START:-PT1800S\r\nEND:VALARM',
    )
    expect(told).not.toContain('mailto')
  })

  test('has reminders that count from its end', () => {
    const late = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;RELATED=END:-PT10M', 'END:VALARM']
    const told = published(objectOf([...EVENT, ...late]), { reminders: true })
    expect(told).toContain('TRIGGER;RELATED=END:-PT600S\r\n')
  })

  test('tells no end of an added date by a period, which many readers do not know', () => {
    const dates = 'RDATE;VALUE=PERIOD:20260106T120000Z/PT3H'
    const told = published(objectOf([...VEVENT, 'DTSTART:20260105T120000Z', 'DTEND:20260105T130000Z', dates]))
    expect(told).not.toContain('PERIOD')
    expect(told).toContain('RECURRENCE-ID:20260106T120000Z\r\nDTSTART:20260106T120000Z\r\nDTEND:20260106T150000Z\r\n')
  })

  test('as busy says when, and nothing else', () => {
    const override = [
      'RECURRENCE-ID:20261208T053000Z',
      'DTSTART:20261209T053000Z',
      'SUMMARY:Dentist again',
      'TRANSP:OPAQUE',
    ]
    const free = ['RECURRENCE-ID:20261215T053000Z', 'DTSTART:20261215T053000Z', 'SUMMARY:Free', 'TRANSP:TRANSPARENT']
    const object = objectOf(EVENT, override, free).replace('BEGIN:VEVENT', `${HOST}BEGIN:VEVENT`)
    const told = published(object, { busy: 'Busy', reminders: true, uidFor: () => 'hidden' })
    expect(told).not.toMatch(/Dentist|Main St|card|Ben|mailto|host|example|UID:one|VALARM|Free/)
    expect(occurrencesByIcalJs(told, FROM, TO)).toEqual([
      '2026-12-01T05:30:00Z/2026-12-01T06:30:00Z Busy',
      '2026-12-09T05:30:00Z/2026-12-09T05:30:00Z Busy',
    ])
    expect(none(published(objectOf([...EVENT, 'TRANSP:TRANSPARENT']), { busy: 'Busy' }))).toBe(true)
  })

  test.each([
    ['DTSTART:20261201T100000Z', 'FREQ=WEEKLY;X-WHO=SECRET;BYDAY=TU', 'RRULE:FREQ=WEEKLY;BYDAY=TU'],
    ['DTSTART;VALUE=DATE:20261201', 'FREQ=WEEKLY;BYHOUR=SECRET;COUNT=3', 'RRULE:FREQ=WEEKLY;COUNT=3'],
    ['DTSTART:20261201T100000Z', 'FREQ=DAILY;WKST=;BYHOUR=10;COUNT=3', 'RRULE:FREQ=DAILY;BYHOUR=10;COUNT=3'],
  ])('says of a rule what every reader follows: %s with %s', (start, rule, expected) => {
    for (const busy of [null, 'Busy']) {
      const told = published(objectOf([start, `RRULE:${rule}`, ...VEVENT]), { busy })
      expect(told.split('\r\n').filter((line) => line.startsWith('RRULE'))).toEqual([expected])
    }
  })

  test('as busy does not say when it was written', () => {
    const stamps = ['CREATED:20251224T180000Z', 'LAST-MODIFIED:20260102T030405Z']
    const told = (lines: string[]) => published(objectOf(lines), { busy: 'Busy', uidFor: () => 'hidden' })
    const [, ...unstamped] = EVENT
    expect(told([...EVENT, ...stamps])).toBe(told(unstamped))
    expect(told(EVENT)).toMatch(/^DTSTAMP:\d{8}T\d{6}Z\r$/m)
  })

  test('is folded at 75 octets, inside no character, with line ends of CRLF', () => {
    const told = published(objectOf([...EVENT, `COMMENT:x`, `DESCRIPTION:${'Größe 🦷 '.repeat(40)}`]))
    for (const line of told.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
      expect(line).not.toMatch(/[\r\n]/)
    }
  })

  test('names no two zones alike, whatever the objects call them', () => {
    const zones = new PublishedZones()
    const options = { household, zones, uidFor: (uid: string) => uid, busy: null, reminders: false }
    const other = text.replaceAll('+0330', '+0545')
    const lines = [text, other].flatMap((object) => publishedEvents(object, options))
    expect(lines.filter((line) => line.startsWith('DTSTART'))).toEqual([
      'DTSTART;TZID=Zone 1:20261201T090000',
      'DTSTART;TZID=Zone 2:20261201T090000',
    ])
    expect(zones.definitions().filter((line) => /^TZ(ID|OFFSETTO)/.test(line))).toEqual([
      'TZID:Zone 1',
      'TZOFFSETTO:+0330',
      'TZID:Zone 2',
      'TZOFFSETTO:+0545',
    ])
  })

  test('of any text at all throws nothing but what reading it throws', () => {
    for (const { text: any } of allTexts()) {
      attempt(() => published(any, { reminders: true }))
    }
  })
})
