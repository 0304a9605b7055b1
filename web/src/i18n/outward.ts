import type { outward } from './en/outward'
import { partTexts } from './part'

/** The texts about secret addresses, tokens and taking everything along. */
export const { ready: outwardTexts, use: useOutwardText } = partTexts<typeof outward>({
  en: async () => (await import('./en/outward')).outward,
  de: async () => (await import('./de/outward')).outward,
})
