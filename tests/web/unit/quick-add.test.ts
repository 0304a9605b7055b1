import { describe, expect, test } from 'bun:test'
import { type Draft, newDraft, type Problem } from '../../../web/src/calendar/draft'
import {
  draftOf,
  type Habits,
  hinders,
  type Line,
  listIn,
  partsIn,
  partToMend,
  withoutPart,
  withPart,
} from '../../../web/src/calendar/quick-add/line'
import { looksLikeTime } from '../../../web/src/calendar/quick-add/looks-like-time'
import { carriedOn, cut, type Reading, titleOf, type Understood } from '../../../web/src/calendar/quick-add/reading'
import { DAY, dayOfIso, HOUR, MINUTE } from '../../../web/src/lib/tz'

const FRIDAY = dayOfIso('2026-11-20')
const ADA = 'https://dav.example/ada/'
const FAMILY = 'https://dav.example/family/'

const HABITS: Habits = {
  zone: 'Europe/Berlin',
  lengthOf: (title) => (title === 'Dentist' ? 30 * MINUTE : HOUR),
  remind: (draft, before) => (draft.allDay === before.allDay ? draft : { ...draft, reminders: [1440] }),
}

const line = (text: string, changes: Partial<Line> = {}): Line => ({
  text,
  base: newDraft({ day: FRIDAY, wall: FRIDAY * 24 * HOUR + 9 * HOUR }, ADA),
  byHand: {},
  declined: [],
  isLengthOpen: true,
  ...changes,
})

/** What is understood of a text, where words of it stand for fields. */
function reading(text: string, words: [Understood['field'], string][], form: Reading['form']): Reading {
  const understood = words.map(([field, said]) => {
    const from = text.indexOf(said)
    expect(from).toBeGreaterThanOrEqual(0)
    return { field, from, to: from + said.length }
  })
  return { text, form, list: null, understood }
}

const SENTENCE = 'Dentist Cleo tomorrow 15:00 at Main St, remind 1h'
const FULL = reading(
  SENTENCE,
  [
    ['people', 'Cleo'],
    ['when', 'tomorrow 15:00'],
    ['location', 'at Main St'],
    ['reminders', 'remind 1h'],
  ],
  {
    title: 'Dentist',
    allDay: false,
    start: '2026-11-21T14:00:00Z',
    end: '2026-11-21T15:00:00Z',
    location: 'Main St',
    reminders: [60],
    personIds: [3],
  },
)

const draft = (one: Line, read: Reading | null = null) => draftOf(one, read, HABITS)
const times = ({ startDate, startTime, endDate, endTime }: Draft) => [startDate, startTime, endDate, endTime].join(' ')

describe('a line amounts to', () => {
  test('its words as the title and the suggested time, while nothing is understood', () => {
    const { title, allDay, reminders, ...rest } = draft(line('  Swimming '))
    expect([title, allDay, reminders]).toEqual(['Swimming', false, []])
    expect(times(rest as Draft)).toBe('2026-11-20 09:00 2026-11-20 10:00')
  })

  test('what is understood of it, for as long as such events last', () => {
    const found = draft(line(SENTENCE), FULL)
    expect(found).toMatchObject({ title: 'Dentist', location: 'Main St', reminders: [60], personIds: [3] })
    expect(times(found)).toBe('2026-11-21 15:00 2026-11-21 15:30')
    expect(found.calendarUrl).toBe(ADA)
  })

  test('an end that is said, whatever is usual', () => {
    const text = 'Dentist 15-17'
    const form = { title: 'Dentist', allDay: false, start: '2026-11-20T14:00:00Z', end: '2026-11-20T16:00:00Z' }
    const read = reading(
      text,
      [
        ['when', '15'],
        ['end', '-17'],
      ],
      form,
    )
    expect(times(draft(line(text), read))).toBe('2026-11-20 15:00 2026-11-20 17:00')
  })

  test('an end that is said alone', () => {
    const text = 'Dentist until 17'
    const form = { title: 'Dentist', allDay: false, start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' }
    const read = reading(text, [['end', 'until 17']], form)
    expect(times(draft(line(text), read))).toBe('2026-11-20 16:00 2026-11-20 17:00')
    expect(times(draft(withoutPart(line(text), read, 'when'), read))).toBe('2026-11-20 09:00 2026-11-20 10:00')
  })

  test('whole days, with the reminder that is usual for them', () => {
    const text = 'Holidays 3–14 August'
    const form = { title: 'Holidays', allDay: true, start: '2027-08-03', end: '2027-08-14' }
    const found = draft(line(text), reading(text, [['when', '3–14 August']], form))
    expect(found).toMatchObject({ allDay: true, startDate: '2027-08-03', endDate: '2027-08-14', reminders: [1440] })
  })

  test('how it repeats, until when, and another calendar', () => {
    const text = 'Yoga every Tuesday for 10 weeks in Family'
    const read = reading(
      text,
      [
        ['recurrence', 'every Tuesday for 10 weeks'],
        ['calendar', 'in Family'],
      ],
      {
        title: 'Yoga',
        recurrence: { frequency: 'weekly', weekdays: ['TU'] },
        recurrenceCount: 10,
        calendarUrl: FAMILY,
      },
    )
    expect(draft(line(text), read)).toMatchObject({
      recurrence: 'rule',
      ends: 'count',
      count: '10',
      calendarUrl: FAMILY,
    })
  })

  test('how it repeats, where its days say that alone', () => {
    const text = 'Course 14 to 17 December from 9 to 17'
    const read = reading(text, [['when', '14 to 17 December from 9 to 17']], {
      title: 'Course',
      allDay: false,
      start: '2026-12-14T08:00:00Z',
      end: '2026-12-14T16:00:00Z',
      recurrence: 'daily',
      recurrenceUntil: '2026-12-17',
    })
    expect(draftOf(line(text), read, HABITS)).toMatchObject({ recurrence: 'daily', until: '2026-12-17' })
    expect(draftOf(withoutPart(line(text), read, 'when'), read, HABITS).recurrence).toBe('none')
  })

  test('the day that its rule says alone', () => {
    const text = 'Bins every second Wednesday'
    const form = { allDay: true, start: '2026-11-25', end: '2026-11-25' }
    const recurrence = { frequency: 'weekly', interval: 2 } as const
    const read = reading(text, [['recurrence', 'every second Wednesday']], { title: 'Bins', ...form, recurrence })
    expect(draft(line(text), read)).toMatchObject({ allDay: true, startDate: '2026-11-25', recurrence: 'rule' })
    expect(draft(withoutPart(line(text), read, 'recurrence'), read)).toMatchObject({
      title: text,
      allDay: false,
      startDate: '2026-11-20',
      recurrence: 'none',
    })
  })

  test('a time that was dragged, until another is said', () => {
    const base = newDraft({ day: FRIDAY, wall: wall('14:00'), endWall: wall('16:30') }, ADA)
    const dragged = line('Dentist', { base, isLengthOpen: false })
    expect(times(draft(dragged))).toBe('2026-11-20 14:00 2026-11-20 16:30')
    expect(times(draft({ ...dragged, text: SENTENCE }, FULL))).toBe('2026-11-21 15:00 2026-11-21 15:30')
  })

  test('whole days that were dragged over', () => {
    const base = newDraft({ day: FRIDAY, lastDay: FRIDAY + 2 }, ADA)
    const { allDay, startDate, endDate } = draft(line('Camp', { base, isLengthOpen: false }))
    expect([allDay, startDate, endDate]).toEqual([true, '2026-11-20', '2026-11-22'])
  })
})

const wall = (time: string) => Date.parse(`2026-11-20T${time}Z`)

describe('what is set by hand', () => {
  test('goes before what is understood, then and later', () => {
    const shown = draft(line(SENTENCE), FULL)
    const set = withPart(line(SENTENCE), 'when', { ...shown, startTime: '17:00', endTime: '18:00' })
    expect(draft(set, FULL)).toMatchObject({ startTime: '17:00', endTime: '18:00', location: 'Main St' })
    expect(draft({ ...set, text: 'Dentist' })).toMatchObject({ startDate: '2026-11-21', startTime: '17:00' })
  })

  test('brings the usual reminder of such an event along, unless one was chosen', () => {
    const days = withPart(line('Camp'), 'when', { ...draft(line('Camp')), allDay: true })
    expect(draft(days).reminders).toEqual([1440])
    expect(draft(withPart(days, 'reminders', { ...draft(days), reminders: [0] })).reminders).toEqual([0])
  })
})

describe('what is left out', () => {
  test('has its words in the title again, and stays out while they are the same', () => {
    const one = withoutPart(line(SENTENCE), FULL, 'people')
    const found = draft(one, FULL)
    expect([found.title, found.personIds]).toEqual(['Dentist Cleo', []])
    expect(partsIn(one, FULL)).toEqual(new Set(['when', 'location', 'reminders'] as const))
  })

  test('a time: both of its ends, and the suggestion holds again', () => {
    const text = 'Call May 15-17'
    const form = { title: 'Call', allDay: false, start: '2027-05-15T14:00:00Z', end: '2027-05-15T16:00:00Z' }
    const read = reading(
      text,
      [
        ['when', 'May 15'],
        ['end', '-17'],
      ],
      form,
    )
    const found = draft(withoutPart(line(text), read, 'when'), read)
    expect(found.title).toBe('Call May 15-17')
    expect(times(found)).toBe('2026-11-20 09:00 2026-11-20 10:00')
  })

  test('is understood when other words say it', () => {
    const one = withoutPart(line(SENTENCE), FULL, 'people')
    const text = 'Dentist Ben'
    const read = reading(text, [['people', 'Ben']], { title: 'Dentist', personIds: [2] })
    expect(draft({ ...one, text }, read)).toMatchObject({ title: 'Dentist', personIds: [2] })
  })

  test('by hand is as it was in the beginning', () => {
    const base = { ...line('').base, reminders: [30], location: 'Home' }
    const one = line('Tea', { base })
    const set = withPart(withPart(one, 'location', { ...base, location: 'Pool' }), 'reminders', {
      ...base,
      reminders: [],
    })
    expect(draft(set)).toMatchObject({ location: 'Pool', reminders: [] })
    expect(draft(withoutPart(set, null, 'location'))).toMatchObject({ location: 'Home', reminders: [] })
    expect(draft(withoutPart(set, null, 'reminders'))).toMatchObject({ location: 'Pool', reminders: [30] })
  })
})

describe('a line that is to be saved', () => {
  const SHOPPING = { id: 7, name: 'Shopping' }

  test.each<[string, Problem[], boolean, boolean]>([
    ['an event with all it needs', [], false, false],
    ['an event without a title', ['title'], false, true],
    ['an event that ends before it begins', ['end'], false, true],
    ['an item, whatever is wrong with times', ['end', 'count'], true, false],
    ['an item without a title', ['title'], true, true],
  ])('%s', (_, problems, isItem, hindered) => {
    expect(hinders(problems, isItem ? SHOPPING : null)).toBe(hindered)
  })

  test.each<[Problem[], ReturnType<typeof partToMend>]>([
    [[], null],
    [['title'], null],
    [['title', 'end'], 'when'],
    [['interval', 'start'], 'recurrence'],
  ])('of the problems %j the part %p is opened', (problems, part) => {
    expect(partToMend(problems)).toBe(part)
  })

  test('goes to a list while that is understood, and meant', () => {
    const text = 'Milk to shopping'
    const said = { ...reading(text, [['list', 'to shopping']], { title: 'Milk' }), list: SHOPPING }
    expect(listIn(line(text), said)).toEqual(SHOPPING)
    expect(listIn(withoutPart(line(text), said, 'list'), said)).toBeNull()
    expect(listIn(line(text), null)).toBeNull()
  })
})

describe('a reading that is late', () => {
  test('still counts for whoever types on, and for nobody else', () => {
    expect(carriedOn(FULL, `${SENTENCE} before`)).toBe(FULL)
    expect(carriedOn(FULL, 'Dentist')).toBeNull()
    expect(carriedOn(null, 'Dentist')).toBeNull()
  })

  test('loses no word of what was typed since', () => {
    const found = draft(line(`${SENTENCE} and pay`), FULL)
    expect(found).toMatchObject({ title: `${SENTENCE} and pay`, startDate: '2026-11-21', startTime: '15:00' })
  })
})

describe('a text in pieces', () => {
  test('is whole again, in order', () => {
    const pieces = cut(SENTENCE, FULL.understood.toReversed())
    expect(pieces.map(({ words }) => words).join('')).toBe(SENTENCE)
    expect(pieces.filter(({ field }) => field !== null).map(({ words }) => words)).toEqual([
      'Cleo',
      'tomorrow 15:00',
      'at Main St',
      'remind 1h',
    ])
  })

  test('also where an answer names places that are none', () => {
    const odd: Understood[] = [
      { field: 'when', from: 0, to: 4 },
      { field: 'end', from: 2, to: 6 },
      { field: 'location', from: 5, to: 99 },
    ]
    expect(cut('Dentist', odd).map(({ words }) => words)).toEqual(['Dent', 'ist'])
  })

  test('has a title without the blanks and commas of what is cut out', () => {
    const rest = FULL.understood.filter(({ field }) => field !== 'people')
    expect(titleOf(SENTENCE, FULL, rest)).toBe('Dentist Cleo')
  })
})

test.each([
  ['Dentist 15:00', 'en', true],
  ['Dentist on fri', 'en', true],
  ['Dentist tomorrow', 'en', true],
  ['Dentist with Ada', 'en', false],
  ['Zahnarzt am Donnerstag', 'de', true],
  ['Zahnarzt übermorgen', 'de', true],
  ['Zahnarzt mit Ada', 'de', false],
] as const)('%s: whether it looks like a time', (text, language, expected) => {
  const words = { en: ['tomorrow'], de: ['übermorgen'] }[language]
  const formatter = (options: Intl.DateTimeFormatOptions) => (day: number) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(day * DAY)
  const formats = {
    weekday: formatter({ weekday: 'long' }),
    weekdayShort: formatter({ weekday: 'short' }),
    month: formatter({ month: 'long' }),
  }
  expect(looksLikeTime(text, words, formats)).toBe(expected)
})
