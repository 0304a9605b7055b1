import { expect, test } from 'bun:test'
import { excerptOf } from '../../../src/calendar/search/notes'
import { wantedOf, wordsOf } from '../../../src/calendar/search/words'

test.each([
  ['Ärzte-Haus', ['arzte', 'aerzte', 'haus']],
  ['STRAẞE Straße', ['strasse']],
  ['e\u0301te\u0301 Ångström Łódź œuvre', ['ete', 'angstrom', 'angstroem', 'lodz', 'oeuvre']],
  ['İstanbul ısı', ['istanbul', 'isi']],
  ['ﬁne №5 ½', ['fine', '5', '12']],
  ["O'Brien, 7-up & co.", ['o', 'brien', '7', 'up', 'co']],
  ['歯医者', ['歯医者', '医者', '者']],
  ['👩‍👧 🎂!', ['👩', '👧', '🎂']],
  ['% _ \\ " \u0000 \u202e', []],
  ['x'.repeat(100), ['x'.repeat(40)]],
])('the words of %p', (text, words) => {
  expect(wordsOf([text])).toEqual(words)
})

test('of a letter without end the beginning is kept, and what came before it', () => {
  const letter = Array.from({ length: 5000 }, (_, index) => `w${index}`).join(' ')
  const words = wordsOf(['Title', letter, 'Late'])
  expect(words).toHaveLength(1000)
  expect(words[0]).toBe('title')
})

test.each([
  ['zahn Zahnarzt ZAHN', [['zahnarzt']]],
  ['Müller', [['muller', 'mueller']]],
  ['a b ab', [['b'], ['ab']]],
  ['Müller Mueller', [['mueller']]],
  ['Käse kase Brot', [['kase'], ['brot']]],
  ['mü mu', [['mu', 'mue']]],
  ['Mue Mütze', [['mue'], ['mutze', 'muetze']]],
  ['...', []],
])('what %p looks for', (query, wanted) => {
  expect(wantedOf(query)).toEqual(wanted)
})

test('an excerpt cuts no character in two', () => {
  for (let length = 70; length < 90; length += 1) {
    const note = `${'x'.repeat(600)} ${'🎂'.repeat(length)} needle ${'🎂'.repeat(400)}`
    const excerpt = excerptOf([note], wantedOf('needle'))
    expect(excerpt).toContain('needle')
    expect(excerpt!.isWellFormed()).toBe(true)
  }
})
