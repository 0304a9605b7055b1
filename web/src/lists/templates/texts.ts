import { partTexts } from '../../i18n/part'
import type { templates } from './en'
import type { Template } from './template'

/** The lists to begin with, in the language of whoever looks. */
export const { ready: templateTexts, use: useTemplates } = partTexts<Record<keyof typeof templates, Template>>({
  en: async () => (await import('./en')).templates,
  de: async () => (await import('./de')).templates,
})

/** The list to begin with that is called so; null for none. */
export const useTemplate = (key: string): Template | null => (useTemplates() as Record<string, Template>)[key] ?? null
