import { describe, expect, test } from 'bun:test'
import { nameKey } from '../../../src/calendar/ical/categories'
import { summarize } from '../../../src/calendar/ical/summary'
import { leastMs } from '../../support/cpu'
import { calendarOf, household, occurrencesOf } from './cast'

const categoriesOf = (...lines: string[]) =>
  summarize(calendarOf(['UID:u', 'DTSTART:20261005T160000Z', ...lines]), household).categories

describe('categories are read as people read them', () => {
  const table: [string, string[], string[]][] = [
    ['none', [], []],
    ['one', ['CATEGORIES:Ben'], ['Ben']],
    ['several in a line', ['CATEGORIES:Ben,Cleo, Mia '], ['Ben', 'Cleo', 'Mia']],
    ['several lines', ['CATEGORIES:Ben', 'SUMMARY:Tea', 'CATEGORIES;LANGUAGE=de:Schule,Ben'], ['Ben', 'Schule', 'Ben']],
    ['escaped signs', ['CATEGORIES:Ben\\, the elder,a\\;b,c\\\\,d\\Ne'], ['Ben, the elder', 'a;b', 'c\\', 'd\ne']],
    ['a quoted parameter with a colon', ['CATEGORIES;X-A="a:b,c":Ben'], ['Ben']],
    ['empty entries', ['CATEGORIES:', 'CATEGORIES:,,Ben,,'], ['Ben']],
    ['a folded line', ['CATEGORIES:Be\r\n n,Cl\r\n eo'], ['Ben', 'Cleo']],
    ['a backslash at the end', ['CATEGORIES:Ben\\'], ['Ben\\']],
    [
      'a name that nobody can bear',
      [`CATEGORIES:${'x'.repeat(257)},${'😀'.repeat(256)},Ben`],
      ['😀'.repeat(256), 'Ben'],
    ],
  ]
  test.each(table)('%s', (_, lines, expected) => expect(categoriesOf(...lines)).toEqual(expected))

  test('a hundred at most, however many there are', () => {
    const many = Array.from({ length: 40_000 }, (_, at) => `c${at}`)
    expect(categoriesOf(`CATEGORIES:${many.join(',')}`)).toEqual(many.slice(0, 100))
  })

  test('so much that it fits its column', () => {
    const long = Array.from({ length: 100 }, (_, at) => `${'😀'.repeat(250)}${at}`)
    const kept = categoriesOf(`CATEGORIES:${long.join(',')}`)
    expect(kept).toEqual(long.slice(0, kept.length))
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeWithin(59_000, 60_001)
  })
})

test('an override has its own, and those of a series are those of all others', () => {
  const text = calendarOf(
    ['UID:u', 'DTSTART:20261005T160000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'CATEGORIES:Ben'],
    ['UID:u', 'RECURRENCE-ID:20261006T160000Z', 'DTSTART:20261006T160000Z', 'CATEGORIES:Cleo'],
    ['UID:u', 'RECURRENCE-ID:20261007T160000Z', 'DTSTART:20261007T160000Z'],
  )
  const found = occurrencesOf(text, '2026-10-01', '2026-11-01')
  expect(found.map(({ categories }) => categories)).toEqual([['Ben'], ['Cleo'], []])
})

test.each([
  ['Ben', ' bEN '],
  ['Zo\u00eb', 'ZOE\u0308'],
  ['Strauß', 'STRAUSS'],
  ['Strauß', 'STRAUẞ'],
  ['Νίκος', 'ΝΊΚΟΣ'],
])('%s and %s are one name', (one, other) => expect(nameKey(one)).toBe(nameKey(other)))

test('a name of a hundred thousand blanks costs a moment', () => {
  const name = `Ben${' '.repeat(100_000)}Ada`
  expect(leastMs(100, () => nameKey(name))).toBeLessThan(100)
})
