import type { importing } from './en/import'
import { partTexts } from './part'

/** The texts about bringing events in. */
export const { ready: importTexts, use: useImportText } = partTexts<typeof importing>({
  en: async () => (await import('./en/import')).importing,
  de: async () => (await import('./de/import')).importing,
})
