import { type Language, languageOf, preferences } from '../data/preferences'
import { createStore, useStore } from '../lib/store'
import type { seldom } from './en/seldom'

/** The texts of setup, account and administration: a dictionary of their own, which the first screen does not wait for. */
export type SeldomDictionary = typeof seldom

const loaders: Record<Language, () => Promise<SeldomDictionary>> = {
  en: async () => (await import('./en/seldom')).seldom,
  de: async () => (await import('./de/seldom')).seldom,
}

const dictionary = createStore<SeldomDictionary | null>(null)

async function load() {
  const language = languageOf(preferences.get())
  const texts = await loaders[language]()
  if (language === languageOf(preferences.get())) dictionary.set(texts)
}

preferences.subscribe(() => void load())

/** Resolves when the texts can be drawn; an area that uses them awaits it in its module. */
export const seldomTexts = load()

export function useSeldomText(): SeldomDictionary {
  const texts = useStore(dictionary)
  if (texts === null) throw new Error('The texts of this area are not loaded yet')
  return texts
}
