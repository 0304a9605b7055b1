import { describe, expect, test } from 'bun:test'
import { buildEvent } from '../../../src/calendar/ical/build'
import { categoryText, textEntries } from '../../../src/calendar/ical/categories'
import { copyEvent, editEvent } from '../../../src/calendar/ical/edit'
import { editInstance } from '../../../src/calendar/ical/edit/instance'
import { editSeries } from '../../../src/calendar/ical/edit/series-change'
import { seriesFrom } from '../../../src/calendar/ical/edit/split'
import { formOf } from '../../../src/calendar/ical/form'
import { formOfInstance } from '../../../src/calendar/ical/instance'
import { parse, properties } from '../../../src/calendar/ical/parse'
import { calendarOf, difference, household, options, people } from './cast'
import { seeded } from './seeded'

/** Ada, Ben who was Benny, and Cleo, the younger. */
const [ADA, BEN, CLEO] = [1, 2, 3]
const BOOKKEEPING = /^[-+] (DTSTAMP|LAST-MODIFIED|X-CORKBOARD-OP|SEQUENCE)/

const event = (...lines: string[]) => calendarOf(['UID:u', 'DTSTART:20261005T160000Z', ...lines, 'SUMMARY:Choir'])
/** What a change of people does to the lines of an event. */
const changed = (text: string, personIds: number[]) =>
  difference(text, editEvent(text, { personIds }, options)).filter((line) => !BOOKKEEPING.test(line))

describe('people are written as categories', () => {
  const table: [string, string[], number[], string[]][] = [
    ['into an event without', [], [BEN, ADA], ['+ CATEGORIES:Ada,Ben']],
    ['escaped', [], [CLEO], ['+ CATEGORIES:Cleo\\, the younger']],
    ['beside foreign ones, in a line of their own', ['CATEGORIES:School,Fun'], [BEN], ['+ CATEGORIES:Ben']],
    ['into the line that names somebody', ['CATEGORIES:Ada'], [ADA, BEN], ['- CATEGORIES:Ada', '+ CATEGORIES:Ada,Ben']],
    ['in place of others', ['CATEGORIES:Ada'], [BEN], ['- CATEGORIES:Ada', '+ CATEGORIES:Ben']],
    ['and a line that is emptied goes', ['CATEGORIES:Ada,ben'], [], ['- CATEGORIES:Ada,ben']],
    [
      'while foreign ones stay where and as they are',
      ['CATEGORIES;LANGUAGE=de;X-A="b:c":Sch\\;ule,Ada, Fun ,,Ben', 'CATEGORIES:', 'CATEGORIES;LANGUAGE=en:School'],
      [CLEO],
      [
        '- CATEGORIES;LANGUAGE=de;X-A="b:c":Sch\\;ule,Ada, Fun ,,Ben',
        '+ CATEGORIES;LANGUAGE=de;X-A="b:c":Sch\\;ule, Fun ,,Cleo\\, the younger',
      ],
    ],
    [
      'by their present names where they had others',
      ['CATEGORIES:School,Benny'],
      [ADA, BEN],
      ['- CATEGORIES:School,Benny', '+ CATEGORIES:School,Ben,Ada'],
    ],
    ['in the spelling that is there', ['CATEGORIES:BEN,School'], [BEN], []],
    [
      'once',
      ['CATEGORIES:Ben,Benny', 'CATEGORIES:ben'],
      [BEN],
      ['- CATEGORIES:Ben,Benny', '- CATEGORIES:ben', '+ CATEGORIES:Ben'],
    ],
    [
      'whose names a server has taken apart, in one line',
      ['CATEGORIES:Fun,Cleo, the younger,School'],
      [ADA],
      ['- CATEGORIES:Fun,Cleo, the younger,School', '+ CATEGORIES:Fun,School,Ada'],
    ],
    [
      'or in several, and stay so as long as they are meant',
      ['CATEGORIES:Cleo', 'CATEGORIES:the younger', 'CATEGORIES:Ada'],
      [CLEO],
      ['- CATEGORIES:Ada'],
    ],
    ['without who is not there', ['CATEGORIES:School'], [99], []],
  ]
  test.each(table)('%s', (_, lines, personIds, expected) =>
    expect(changed(event(...lines), personIds)).toEqual(expected),
  )

  test('behind all others', () => {
    const edited = editEvent(event('CATEGORIES:School', 'X-A:b', 'CATEGORIES:Fun'), { personIds: [BEN] }, options)
    const names = edited.split('\r\n').map((line) => line.split(/[:;]/)[0])
    expect(names.slice(names.indexOf('CATEGORIES')).slice(0, 4)).toEqual([
      'CATEGORIES',
      'X-A',
      'CATEGORIES',
      'CATEGORIES',
    ])
    expect(edited).toContain('CATEGORIES:Fun\r\nCATEGORIES:Ben\r\n')
  })

  test('a former name stays when something else is changed', () => {
    const text = event('CATEGORIES:Benny,School')
    expect(difference(text, editEvent(text, { title: 'Tea' }, options))).not.toContain('- CATEGORIES:Benny,School')
  })

  test('a long line is folded, and read back', () => {
    const text = event(`CATEGORIES:${'ä'.repeat(60)},Ada`)
    const edited = editEvent(text, { personIds: [ADA, CLEO] }, options)
    expect(edited.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(formOf(edited, household, people).personIds).toEqual([ADA, CLEO])
  })

  test('of a new event, where there are some', () => {
    const form = { title: 'Choir', allDay: true, start: '2026-10-05', end: '2026-10-05' }
    const built = (personIds?: number[]) => buildEvent({ ...form, personIds }, { uid: 'u', ...options })
    expect(built([CLEO, ADA, 99])).toContain('\r\nCATEGORIES:Ada,Cleo\\, the younger\r\n')
    for (const nobody of [[], [99], undefined]) expect(built(nobody)).not.toContain('CATEGORIES')
  })
})

describe('of a series', () => {
  const series = calendarOf(
    ['UID:u', 'DTSTART:20261005T160000Z', 'RRULE:FREQ=DAILY;COUNT=5', 'SUMMARY:Choir', 'CATEGORIES:Ada'],
    ['UID:u', 'RECURRENCE-ID:20261006T160000Z', 'DTSTART:20261006T170000Z', 'SUMMARY:Choir', 'CATEGORIES:School,ada'],
    [
      'UID:u',
      'RECURRENCE-ID:20261007T160000Z',
      'DTSTART:20261007T170000Z',
      'SUMMARY:Choir',
      'CATEGORIES:Cleo\\, the younger',
    ],
  )
  const at = (day: number) => `2026-10-0${day}T16:00:00.000Z`
  const whom = (text: string) =>
    [5, 6, 7, 8].map((day) => formOfInstance(text, at(day), household, people)?.personIds ?? null)

  test('an override has its own', () => expect(whom(series)).toEqual([[ADA], [ADA], [CLEO], [ADA]]))

  test('all: the overrides that are for the same people follow', () => {
    expect(whom(editSeries(series, at(5), { personIds: [BEN] }, options))).toEqual([[BEN], [BEN], [CLEO], [BEN]])
  })

  test('all, asked on an override: that one as well', () => {
    expect(whom(editSeries(series, at(7), { personIds: [BEN] }, options))).toEqual([[BEN], [BEN], [BEN], [BEN]])
  })

  test('this', () => {
    expect(whom(editInstance(series, at(8), { personIds: [] }, options))).toEqual([[ADA], [ADA], [CLEO], []])
    expect(whom(editInstance(series, at(7), { personIds: [ADA, BEN] }, options))).toEqual([
      [ADA],
      [ADA],
      [ADA, BEN],
      [ADA],
    ])
  })

  test('this and future: the rest, which is another object', () => {
    const rest = seriesFrom(series, at(6), { ...options, uid: 'rest' })
    expect(whom(editSeries(rest, at(6), { personIds: [BEN] }, options))).toEqual([null, [BEN], [CLEO], [BEN]])
  })

  test('a copy has those of its original', () => {
    expect(whom(copyEvent(series, { ...options, uid: 'copy' }))).toEqual([[ADA], [ADA], [CLEO], [ADA]])
  })
})

describe('whatever categories there are', () => {
  /** Entries as they are written; those of one part stand side by side. */
  const FOREIGN = ['School', 'Fun\\, games', ' a ', '', 'a\\;b', '\\\\', 'ä😀', 'Be', 'x'.repeat(70)].map((one) => [
    one,
  ])
  const NAMED = [['Ada'], [' aDA'], ['Benny'], ['BEN'], ['Cleo\\, the younger'], ['Cleo', ' the younger']]
  const PARAMS = ['', ';LANGUAGE=de', ';X-A="b:c,d;e"']
  /** All entries of an event as they are written, and which of them name somebody. */
  const entriesOf = (text: string) => {
    const lines = parse(text).components.flatMap((calendar) => properties(calendar.components[0]!, 'CATEGORIES'))
    const entries = lines.flatMap(({ value }) => [...textEntries(value)])
    const named = people.namedIn(entries.map(categoryText)).flatMap(({ from, to }) => range(from, to))
    return { foreign: entries.filter((_, at) => !named.includes(at)), count: lines.length }
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

  test('who is meant is there once, and all else stays as it was', () => {
    const random = seeded(20_261_122)
    const pick = <T>(choices: readonly T[]) => choices[random(choices.length)]!
    const some = (most: number) => range(0, random(most + 1))
    for (const index of range(0, 3000)) {
      const lines = some(3).map(() => {
        const parts = [FOREIGN, NAMED, ...some(4).map(() => pick([FOREIGN, NAMED]))].slice(random(3)).map(pick)
        return `CATEGORIES${pick(PARAMS)}:${parts.flat().join(',')}`
      })
      const before = event(...lines)
      const wanted = [ADA, BEN, CLEO].filter(() => random(2) === 0)
      const after = editEvent(before, { personIds: wanted }, options)
      const story = `${index}: ${lines.join(' | ')} for ${wanted}`
      expect(formOf(after, household, people).personIds, story).toEqual(wanted)
      // A line is trimmed when it is read, and goes when it says nothing any more.
      const trimmed = (entries: string[]) => entries.map((one) => one.trim()).filter((one) => one !== '')
      expect(trimmed(entriesOf(after).foreign), story).toEqual(trimmed(entriesOf(before).foreign))
      expect(editEvent(after, { personIds: wanted }, options), story).toBe(after)
    }
  })
})
