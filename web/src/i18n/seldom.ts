import type { seldom } from './en/seldom'
import { partTexts } from './part'

/** The texts of setup, account and administration. */
export type SeldomDictionary = typeof seldom

export const { ready: seldomTexts, use: useSeldomText } = partTexts<SeldomDictionary>({
  en: async () => (await import('./en/seldom')).seldom,
  de: async () => (await import('./de/seldom')).seldom,
})
