import type { Suggestion } from '../../data/types'
import { keyOf } from '../writes/merge'
import type { ListChange } from '../writes/write'

/** The service tells so many at once. */
export const MAX_TOLD = 50
/** So many are kept of what was asked for while somebody typed. */
const MAX_FOUND = 300
const MAX_ASKED = 100
/** So many are shown. */
const MAX_SHOWN = 8
/** With so many to choose from nobody asks for more. */
const ENOUGH = 4

/** What the device knows of what was added before: told by the service, best first. */
interface KnownSuggestions {
  recent: readonly Suggestion[]
  found: FoundSuggestions
}

/** What came of asking while somebody typed. `asked`: whose answers were complete. */
export interface FoundSuggestions {
  asked: readonly string[]
  suggestions: readonly Suggestion[]
}

export const NOTHING_FOUND: FoundSuggestions = { asked: [], suggestions: [] }

/** The words of a text, folded, each with a blank before it: a start of a word is found by one look. */
function wordsOf(text: string): string {
  const words = keyOf(text).match(/[\p{L}\p{N}]+/gu)
  return words === null ? '' : ` ${words.join(' ')}`
}

/** All that is known, each text once, without what is being forgotten. */
export function knownSuggestions(
  { recent, found }: KnownSuggestions,
  writes: readonly ListChange[],
  listId: number,
): Suggestion[] {
  const forgotten = writes.flatMap((write) => (write.kind === 'forget' && write.listId === listId ? write : []))
  if (forgotten.some(({ forgets }) => forgets === null)) return []
  const seen = new Set(forgotten.map(({ forgets }) => keyOf(forgets!)))
  const isNew = ({ text }: Suggestion) => {
    const key = keyOf(text)
    return !seen.has(key) && Boolean(seen.add(key))
  }
  return [...recent, ...found.suggestions].filter(isNew)
}

/** What was bought last and is not on the list; `open`: the texts that are. */
export function recentlyBought(known: readonly Suggestion[], open: readonly string[]): Suggestion[] {
  const there = new Set(open.map(keyOf))
  return known.filter(({ text }) => !there.has(keyOf(text))).slice(0, MAX_SHOWN)
}

/** Those with a word that begins as it is typed, first the texts that do; not what stands there as it is. */
export function matching(known: readonly Suggestion[], typed: string): Suggestion[] {
  const words = wordsOf(typed)
  if (words === '') return []
  const hits = known.filter(({ text, amount }) => {
    const its = wordsOf(text)
    return its.includes(words) && (its !== words || amount !== null)
  })
  const begins = ({ text }: Suggestion) => wordsOf(text).startsWith(words)
  return [...hits.filter(begins), ...hits.filter((hit) => !begins(hit))].slice(0, MAX_SHOWN)
}

/** Whether the service may know more than the device of what is typed. */
export function isWorthAsking({ recent, found }: KnownSuggestions, typed: string): boolean {
  const words = wordsOf(typed)
  if (words === '' || recent.length < MAX_TOLD) return false
  if (found.asked.some((asked) => words.startsWith(asked))) return false
  return matching([...recent, ...found.suggestions], typed).length < ENOUGH
}

/** With the answer to what was typed. An answer that is not cut short holds all that begins in these words. */
export function withFound(
  { asked, suggestions }: FoundSuggestions,
  typed: string,
  answer: readonly Suggestion[],
): FoundSuggestions {
  const keys = new Set(answer.map(({ text }) => keyOf(text)))
  const others = suggestions.filter(({ text }) => !keys.has(keyOf(text)))
  return {
    asked: answer.length < MAX_TOLD ? [wordsOf(typed), ...asked].slice(0, MAX_ASKED) : asked,
    suggestions: [...answer, ...others].slice(0, MAX_FOUND),
  }
}

/** With what has just been added as the last of all; `at`: ISO. */
export function withAdded(
  recent: readonly Suggestion[],
  added: readonly Pick<Suggestion, 'text' | 'section' | 'amount'>[],
  at: string,
): Suggestion[] {
  const before = new Map(recent.map((one) => [keyOf(one.text), one]))
  const fresh = new Map(
    added.toReversed().map(({ text, section, amount }) => {
      const known = before.get(keyOf(text))
      const said = { section: section ?? known?.section ?? null, amount: amount ?? known?.amount ?? null }
      return [keyOf(text), { text, ...said, count: (known?.count ?? 0) + 1, lastAt: at }]
    }),
  )
  return [...fresh.values(), ...recent.filter(({ text }) => !fresh.has(keyOf(text)))].slice(0, MAX_TOLD)
}
