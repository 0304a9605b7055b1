import { expect, test } from 'bun:test'
import { isIn, piecesAround, soughtIn } from '../../../web/src/calendar/search/words'

test.each([
  ['Zahnarzt Ärztehaus', 'arzte zahn', true],
  ['Zahnarzt', 'arzt', false],
  ['Große Straße', 'GROSSE strasse', true],
  ['Käse', 'kaese', true],
  ['Kaese', 'käse', true],
  ['Café', 'cafe\u0301', true],
  ['Smørrebrød æbler', 'aebler smorrebrod', true],
  ['Łódź', 'lodz', true],
  ['🎂 Oma', '🎂', true],
  ['100 %', '%', true],
  ['Oma', 'oma opa', false],
])('%p and %p: %p', (text, query, expected) => {
  expect(isIn(text, soughtIn(query))).toBe(expected)
})

const marked = (text: string, query: string) =>
  piecesAround(text, soughtIn(query))
    .map((piece) => (piece.isSought ? `[${piece.text}]` : piece.text))
    .join('')

test('what is sought is marked', () => {
  expect(marked('Bring the X-ray and the Röntgenbild', 'rontgen ray')).toBe('Bring the X-[ray] and the [Röntgenbild]')
  expect(marked('Bring nothing', 'ray')).toBe('')
  expect(marked('ray', 'ray')).toBe('[ray]')
})

test('of long notes there stands what is around the first of it', () => {
  const text = `${'word '.repeat(100)}needle ${'word '.repeat(100)}`
  expect(marked(text, 'needle')).toMatch(/^…word.{30,45} \[needle\] .*…$/)
  expect(marked(text, 'needle').length).toBeLessThan(180)
})
