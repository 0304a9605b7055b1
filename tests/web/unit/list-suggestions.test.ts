import { describe, expect, test } from 'bun:test'
import type { Suggestion } from '../../../web/src/data/types'
import {
  isWorthAsking,
  knownSuggestions,
  MAX_TOLD,
  matching,
  NOTHING_FOUND,
  recentlyBought,
  withAdded,
  withFound,
} from '../../../web/src/lists/suggestions/known'

const AT = '2026-11-20T12:00:00.000Z'
const told = (text: string, amount: string | null = null): Suggestion => ({
  text,
  amount,
  section: null,
  count: 1,
  lastAt: AT,
})
const texts = (suggestions: readonly Suggestion[]) => suggestions.map(({ text }) => text)
const known = [told('Oat milk'), told('Milk', '2 l'), told('Crème fraîche'), told('Mild salsa'), told('Brot')]

describe('what begins in the words that are typed', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['the start of a word, those first that begin with it', 'mil', ['Milk', 'Mild salsa', 'Oat milk']],
    ['case and accents do not count', 'CREME', ['Crème fraîche']],
    ['several words', 'oat m', ['Oat milk']],
    ['never the middle of a word', 'ilk', []],
    ['the whole word, where it says how much', 'milk', ['Milk', 'Oat milk']],
    ['not what stands there already', 'brot', []],
    ['signs alone', '!?', []],
  ])('%s', (_what, typed, expected) => {
    expect(texts(matching(known, typed))).toEqual(expected)
  })
})

test('what was bought lately is not offered while it is on the list', () => {
  expect(texts(recentlyBought(known, ['milk', 'creme fraiche']))).toEqual(['Oat milk', 'Mild salsa', 'Brot'])
})

describe('what is being forgotten', () => {
  const found = { asked: [], suggestions: [told('MILK'), told('Butter')] }
  const forget = (forgets: string | null) => [{ kind: 'forget', listId: 1, forgets, text: '' }] as const

  test('each text is known once', () => {
    expect(texts(knownSuggestions({ recent: known, found }, [], 1))).toEqual([...texts(known), 'Butter'])
  })

  test.each<[string, string | null, number, string[]]>([
    ['one', 'milk', 1, ['Oat milk', 'Crème fraîche', 'Mild salsa', 'Brot', 'Butter']],
    ['all', null, 1, []],
    ['of another list', null, 2, ['Oat milk', 'Milk', 'Crème fraîche', 'Mild salsa', 'Brot', 'Butter']],
  ])('%s', (_what, forgets, listId, expected) => {
    expect(texts(knownSuggestions({ recent: known, found }, forget(forgets), listId))).toEqual(expected)
  })
})

describe('the service is asked', () => {
  const many = Array.from({ length: MAX_TOLD }, (_, index) => told(`Thing ${index}`))
  const asking = (typed: string, recent = many, found = NOTHING_FOUND) => isWorthAsking({ recent, found }, typed)

  test('about what the device does not know, and nothing else', () => {
    expect(asking('milk')).toBe(true)
    expect(asking('thing')).toBe(false)
    expect(asking('')).toBe(false)
    expect(asking('milk', known)).toBe(false)
  })

  test('never again about words that begin as others whose answer was whole', () => {
    const whole = withFound(NOTHING_FOUND, 'mi', [told('Milk')])
    expect([asking('milk', many, whole), asking('m', many, whole)]).toEqual([false, true])
    const cut = withFound(NOTHING_FOUND, 'mi', many)
    expect(asking('milk', many, cut)).toBe(true)
  })

  test('answers that come late take nothing back of what is known', () => {
    const found = withFound(withFound(NOTHING_FOUND, 'milk', [told('Milk', '2 l')]), 'm', [told('Mint'), told('milk')])
    expect(texts(found.suggestions)).toEqual(['Mint', 'milk'])
    expect(found.asked).toEqual([' m', ' milk'])
  })
})

test('what is added here is what was bought last, and keeps what was known of it', () => {
  const recent = withAdded([told('Eggs'), told('Milk', '2 l')], [{ ...told('milk') }, { ...told('Tea') }], AT)
  expect(recent.map(({ text, amount, count }) => [text, amount, count])).toEqual([
    ['Tea', null, 1],
    ['milk', '2 l', 2],
    ['Eggs', null, 1],
  ])
  const [milk] = withAdded([{ ...told('Milk'), section: 'dairy' }], [told('milk')], AT)
  expect(milk?.section).toBe('dairy')
})
