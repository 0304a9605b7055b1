import type { lists } from './en/lists'
import { partTexts } from './part'

/** The texts of the lists. */
export const {
  ready: listsTexts,
  use: useListsText,
  text: listsText,
} = partTexts<typeof lists>({
  en: async () => (await import('./en/lists')).lists,
  de: async () => (await import('./de/lists')).lists,
})
