import type { pickers } from './en/pickers'
import { partTexts } from './part'

/** The texts of the fields for dates and times. */
export const { ready: pickerTexts, use: usePickerText } = partTexts<typeof pickers>({
  en: async () => (await import('./en/pickers')).pickers,
  de: async () => (await import('./de/pickers')).pickers,
})
