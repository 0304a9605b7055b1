import type { listVerbs } from './en/list-verbs'
import { partTexts } from './part'

/** The texts of what is done with a whole list. */
export const { ready: listVerbsTexts, use: useListVerbsText } = partTexts<typeof listVerbs>({
  en: async () => (await import('./en/list-verbs')).listVerbs,
  de: async () => (await import('./de/list-verbs')).listVerbs,
})
