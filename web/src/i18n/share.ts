import type { share } from './en/share'
import { partTexts } from './part'

/** The texts of the screen that asks where shared text goes. */
export const { ready: shareTexts, use: useShareText } = partTexts<typeof share>({
  en: async () => (await import('./en/share')).share,
  de: async () => (await import('./de/share')).share,
})
