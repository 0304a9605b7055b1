import type { unfinished } from './en/unfinished'
import { partTexts } from './part'

/** The texts about forms that were left before they were saved. */
export const { ready: unfinishedTexts, use: useUnfinishedText } = partTexts<typeof unfinished>({
  en: async () => (await import('./en/unfinished')).unfinished,
  de: async () => (await import('./de/unfinished')).unfinished,
})
