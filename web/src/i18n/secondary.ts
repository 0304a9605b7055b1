import type { secondary } from './en/secondary'
import { partTexts } from './part'

/** The texts of setup, account and administration. */
export type SecondaryDictionary = typeof secondary

export const {
  ready: secondaryTexts,
  use: useSecondaryText,
  text: secondaryText,
} = partTexts<SecondaryDictionary>({
  en: async () => (await import('./en/secondary')).secondary,
  de: async () => (await import('./de/secondary')).secondary,
})
