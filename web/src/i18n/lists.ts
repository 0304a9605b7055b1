import type { lists } from './en/lists'
import { partTexts } from './part'

/** The texts of the lists. */
export type ListsDictionary = typeof lists

export const {
  ready: listsTexts,
  use: useListsText,
  text: listsText,
} = partTexts<ListsDictionary>({
  en: async () => (await import('./en/lists')).lists,
  de: async () => (await import('./de/lists')).lists,
})
