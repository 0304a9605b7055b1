import type { unfinished } from './en/unfinished'
import { partTexts } from './part'

/** The texts about forms that were left before they were saved. */
export type UnfinishedDictionary = typeof unfinished

export const { ready: unfinishedTexts, use: useUnfinishedText } = partTexts<UnfinishedDictionary>({
  en: async () => (await import('./en/unfinished')).unfinished,
  de: async () => (await import('./de/unfinished')).unfinished,
})
