import type { unsaved } from './en/unsaved'
import { partTexts } from './part'

/** The texts about changes that could not be saved. */
export const {
  ready: unsavedTexts,
  use: useUnsavedText,
  text: unsavedText,
} = partTexts<typeof unsaved>({
  en: async () => (await import('./en/unsaved')).unsaved,
  de: async () => (await import('./de/unsaved')).unsaved,
})
