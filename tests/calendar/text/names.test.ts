import { expect, test } from 'bun:test'
import { told } from './told'

/** People, a sentence, and what it says. */
const TABLE: [names: string[], sentence: string, told: string][] = [
  // Months and weekdays: a date that is clear counts, then the name as it is written.
  [['May'], 'Dentist May tomorrow', 'Dentist | 2026-11-26 | for May'],
  [['May'], 'Dentist May 5', 'Dentist | 2027-05-05'],
  [['May'], "May's party Saturday", "May's party | 2026-11-28 | for May"],
  [['May'], 'may come tomorrow', 'may come | 2026-11-26'],
  [['June'], 'June dentist tomorrow', 'dentist | 2026-11-26 | for June'],
  [['June'], 'Dentist 5 June', 'Dentist | 2027-06-05'],
  [['Mo'], 'Training Mo 17 Uhr', 'Training | 2026-11-30 17:00-18:00'],
  [['Mo'], 'Zahnarzt für Mo morgen', 'Zahnarzt | 2026-11-26 | for Mo'],
  [['Mo'], 'mo 9 uhr zahnarzt', 'zahnarzt | 2026-11-30 09:00-10:00'],
  [['Mo'], 'Mo: Zahnarzt 15 Uhr', 'Zahnarzt | 2026-11-25 15:00-16:00 | for Mo'],
  [['Ben'], 'Mo: Zahnarzt 15 Uhr', 'Zahnarzt | 2026-11-30 15:00-16:00'],
  [['Sunday'], 'Lunch Sunday', 'Lunch | 2026-11-29'],
  [['Sunday'], 'Cake for Sunday tomorrow', 'Cake | 2026-11-26 | for Sunday'],
  [['Will'], 'will call tomorrow', 'will call | 2026-11-26'],
  [['Will'], 'Call Will tomorrow', 'Call Will | 2026-11-26 | for Will'],
  // One letter is a name where nothing else can be meant.
  [['B'], 'Plan B tomorrow', 'Plan B | 2026-11-26'],
  [['B'], 'B: dentist tomorrow', 'dentist | 2026-11-26 | for B'],
  [['B'], 'Dentist for B tomorrow', 'Dentist | 2026-11-26 | for B'],
  // Any characters, none of which is a pattern.
  [['(.*)+'], 'Dentist tomorrow', 'Dentist | 2026-11-26'],
  [['(.*)+'], 'Dentist (.*)+ tomorrow', 'Dentist | 2026-11-26 | for (.*)+'],
  [['[a'], 'Dentist [a tomorrow', 'Dentist | 2026-11-26 | for [a'],
  [["O'Brien"], "Dentist O'Brien tomorrow", "Dentist | 2026-11-26 | for O'Brien"],
  [['小明'], 'Dentist 小明 tomorrow', 'Dentist | 2026-11-26 | for 小明'],
  [['Jürgen'], 'Zahnarzt Juergen morgen', 'Zahnarzt | 2026-11-26 | for Jürgen'],
  [[' ', ''], 'Dentist tomorrow', 'Dentist | 2026-11-26'],
  // A first name will do while it is nobody else's; a part of a word is no name.
  [['Jean Picard', 'Ben'], 'Dentist Jean tomorrow', 'Dentist | 2026-11-26 | for Jean Picard'],
  [['Jean Picard', 'Jean Valjean'], 'Dentist Jean tomorrow', 'Dentist Jean | 2026-11-26'],
  [['Klaus'], 'Klaus Klausur morgen', 'Klausur | 2026-11-26 | for Klaus'],
]

test.each(TABLE)('with %j in the household: %s', (names, sentence, expected) => {
  const people = names.map((name, index) => ({ id: index + 1, name }))
  expect(told(sentence, { people, speaker: null })).toBe(expected)
})
