import type { recurrence } from './en/recurrence'
import { partTexts } from './part'

export type RecurrenceDictionary = typeof recurrence

/** The texts about rules, in sentences and in the editor. */
export const { ready: recurrenceTexts, use: useRecurrenceText } = partTexts<RecurrenceDictionary>({
  en: async () => (await import('./en/recurrence')).recurrence,
  de: async () => (await import('./de/recurrence')).recurrence,
})
