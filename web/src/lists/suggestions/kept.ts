import { itemKey } from '../../../../src/household/shopping/item-key'
import { request } from '../../data/http'
import { type Query, queryClient, refresh } from '../../data/queries'
import type { Suggestion } from '../../data/types'
import { type FoundSuggestions, MAX_TOLD, NOTHING_FOUND, withAdded, withFound } from './known'

/** What the device keeps of what was added before: answers, like all others. */

const RECENT = 'suggestions'
const FOUND = 'suggestions-found'

const ask = async (listId: number, q: string | undefined, signal?: AbortSignal): Promise<Suggestion[]> => {
  const path = `/api/lists/${listId}/suggestions`
  const options = { query: { q, limit: MAX_TOLD }, ...(signal && { signal }) }
  return (await request<{ suggestions: Suggestion[] }>('GET', path, options)).suggestions
}

/** What was bought last. */
export const recentOf = (listId: number): Query<Suggestion[]> => ({
  queryKey: [RECENT, listId],
  queryFn: () => ask(listId, undefined),
})

/** What was found while somebody typed; nobody asks for it as a whole. */
export const foundOf = (listId: number): Query<FoundSuggestions> => ({
  queryKey: [FOUND, listId],
  queryFn: () => Promise.resolve(NOTHING_FOUND),
})

/** Asks the service for what begins in these words, and keeps it. */
export async function find(listId: number, typed: string, signal: AbortSignal): Promise<void> {
  const answer = await ask(listId, typed, signal).catch(() => null)
  if (answer === null) return
  queryClient.setQueryData<FoundSuggestions>(foundOf(listId).queryKey, (found = NOTHING_FOUND) =>
    withFound(found, typed, answer),
  )
}

/** Where the household put things before, as far as the device knows: the section by the text's key. */
export function sectionsKnown(listId: number): (text: string) => string | null {
  const recent = queryClient.getQueryData<Suggestion[]>(recentOf(listId).queryKey) ?? []
  const { suggestions } = queryClient.getQueryData<FoundSuggestions>(foundOf(listId).queryKey) ?? NOTHING_FOUND
  const sections = new Map([...suggestions, ...recent].map(({ text, section }) => [itemKey(text), section]))
  return (text) => sections.get(itemKey(text)) ?? null
}

/** What was added here is what was bought last, also without a connection. */
export function keepAdded(listId: number, added: readonly Pick<Suggestion, 'text' | 'section' | 'amount'>[]): void {
  const { queryKey } = recentOf(listId)
  const at = new Date().toISOString()
  queryClient.setQueryData<Suggestion[]>(queryKey, (recent) => recent && withAdded(recent, added, at))
}

/** Takes what the service has forgotten from all that the device knows of it; null: everything. */
export function forgotten(text: string | null): void {
  const key = text === null ? null : itemKey(text)
  const without = (known: readonly Suggestion[]) => known.filter((one) => key !== null && itemKey(one.text) !== key)
  queryClient.setQueriesData<Suggestion[]>({ queryKey: [RECENT] }, (recent) => recent && without(recent))
  queryClient.setQueriesData<FoundSuggestions>(
    { queryKey: [FOUND] },
    (found) => found && { ...found, suggestions: without(found.suggestions) },
  )
  refresh([RECENT])
}
