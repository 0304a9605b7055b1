import type { display } from './en/display'
import { partTexts } from './part'

export type DisplayDictionary = typeof display

/** The texts of a display of the household's own. */
export const {
  ready: displayTexts,
  use: useDisplayText,
  text: displayText,
} = partTexts<DisplayDictionary>({
  en: async () => (await import('./en/display')).display,
  de: async () => (await import('./de/display')).display,
})
