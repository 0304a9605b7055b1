import { expect, test } from 'bun:test'
import { saysWhen } from '../../../web/src/share/says-when'

test.each<[string, string, boolean]>([
  ['Zahnarzt 14:30', '', true],
  ['Zahnarzt um 9 Uhr', '', true],
  ['Dinner at 7pm', '', true],
  ['Concert on 2026-12-24', '', true],
  ['Flohmarkt 3.10. Rathaus', '', true],
  ['Flohmarkt', '3. Oktober', true],
  ['Party Dec 12', '', true],
  ['See you tomorrow', '', true],
  ['Sonntags Brunch', '', true],
  ['Morgen früh', '', true],
  ['Kino', 'Übermorgen', true],
  ['Milk', '', false],
  ['Milch 1.5', '', false],
  ['2 l milk', '7 up', false],
  ['Morgenmantel', '', false],
  ['Swimming pool', 'https://pool.example/12/34', false],
  ['Version 1.2.3', '', false],
  ['Marsriegel 5', '', false],
  ['12 Maracujas', '', false],
  ['3 junge Karotten', '', false],
  ['Pancakes', '3 eggs\n20 min at 12:00\nflour', false],
])('%s, %s: %p', (title, notes, expected) => {
  expect(saysWhen(title, notes)).toBe(expected)
})
