import type { wall } from './en/wall'
import { partTexts } from './part'

/** The texts of the wall. */
export type WallDictionary = typeof wall

export const { ready: wallTexts, use: useWallText } = partTexts<WallDictionary>({
  en: async () => (await import('./en/wall')).wall,
  de: async () => (await import('./de/wall')).wall,
})
