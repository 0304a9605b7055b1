import type { eventForm } from './en/event-form'
import { partTexts } from './part'

/** The texts of the event dialog. */
export type EventFormDictionary = typeof eventForm

export const {
  ready: eventFormTexts,
  use: useEventFormText,
  text: eventFormText,
} = partTexts<EventFormDictionary>({
  en: async () => (await import('./en/event-form')).eventForm,
  de: async () => (await import('./de/event-form')).eventForm,
})
