import { languageOf, preferences } from '../lib/preferences'
import { isMonthFirst } from '../lib/typed-date'
import { formatsFor } from './format'

/** How what this person writes is meant. */
export function sentenceHabits() {
  const chosen = preferences.get()
  return { language: languageOf(chosen), isMonthFirst: isMonthFirst(formatsFor(chosen).locale) }
}
