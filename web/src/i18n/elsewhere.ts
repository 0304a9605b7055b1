import type { elsewhere } from './en/elsewhere'
import { partTexts } from './part'

/** The texts about subscriptions and public holidays. */
export const {
  ready: elsewhereTexts,
  use: useElsewhereText,
  text: elsewhereText,
} = partTexts<typeof elsewhere>({
  en: async () => (await import('./en/elsewhere')).elsewhere,
  de: async () => (await import('./de/elsewhere')).elsewhere,
})
