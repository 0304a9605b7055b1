import type { shortcuts } from './en/shortcuts'
import { partTexts } from './part'

/** The texts of the help that lists the keys. */
export const { ready: shortcutTexts, use: useShortcutText } = partTexts<typeof shortcuts>({
  en: async () => (await import('./en/shortcuts')).shortcuts,
  de: async () => (await import('./de/shortcuts')).shortcuts,
})
