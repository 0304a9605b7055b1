import type { wall } from './en/wall'
import { partTexts } from './part'

/** The texts of the wall. */
export const { ready: wallTexts, use: useWallText } = partTexts<typeof wall>({
  en: async () => (await import('./en/wall')).wall,
  de: async () => (await import('./de/wall')).wall,
})
