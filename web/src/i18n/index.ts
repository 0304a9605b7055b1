import { type Language, languageOf, preferences } from '../lib/preferences'
import { createStore, useStore } from '../lib/store'
import type { en } from './en'

/** Every text of the client. A language is one object of this shape. */
export type Dictionary = typeof en

const loaders: Record<Language, () => Promise<Dictionary>> = {
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
}

const dictionary = createStore<Dictionary | null>(null)

/** Loads the language that is asked for; again whenever the preference changes. Resolves when texts can be drawn. */
export async function startLanguage(): Promise<void> {
  const load = async (): Promise<void> => {
    const language = languageOf(preferences.get())
    const loaded = await loaders[language]()
    if (language !== languageOf(preferences.get())) return load()
    document.documentElement.lang = language
    dictionary.set(loaded)
  }
  // What cannot be loaded stays as it was.
  preferences.subscribe(() => void load().catch(() => {}))
  await load()
}

/** The texts of the chosen language: `const { lists } = useText()`. */
export function useText(): Dictionary {
  return loaded(useStore(dictionary))
}

/** The same outside of components; not updated when the language changes. */
export function text(): Dictionary {
  return loaded(dictionary.get())
}

function loaded(texts: Dictionary | null): Dictionary {
  if (texts === null) throw new Error('No language is loaded yet')
  return texts
}
