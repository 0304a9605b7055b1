import type { views } from './en/views'
import { partTexts } from './part'

/** The texts of the calendar that its first month can do without: agenda, search, any date. */
export const {
  ready: viewsTexts,
  use: useViewsText,
  text: viewsText,
} = partTexts<typeof views>({
  en: async () => (await import('./en/views')).views,
  de: async () => (await import('./de/views')).views,
})
