import type { search } from './en/search'
import { partTexts } from './part'

/** The texts of the search. */
export const { ready: searchTexts, use: useSearchText } = partTexts<typeof search>({
  en: async () => (await import('./en/search')).search,
  de: async () => (await import('./de/search')).search,
})
