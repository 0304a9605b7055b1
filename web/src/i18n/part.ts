import { type Language, languageOf, preferences } from '../lib/preferences'
import { createStore, useStore } from '../lib/store'

/** The texts of a part of the client: a dictionary of their own, which the first screen does not wait for. */
interface PartTexts<T> {
  /** Resolves when the texts can be drawn; a part that uses them awaits it in its module. */
  ready: Promise<void>
  use: () => T
  /** The same outside of components. */
  text: () => T
}

/** Loads them in the chosen language; again whenever the choice changes. */
export function partTexts<T>(loaders: Record<Language, () => Promise<T>>): PartTexts<T> {
  const dictionary = createStore<T | null>(null)
  const load = async () => {
    const language = languageOf(preferences.get())
    const texts = await loaders[language]()
    if (language === languageOf(preferences.get())) dictionary.set(() => texts)
  }
  preferences.subscribe(() => void load())
  const loaded = (texts: T | null) => {
    if (texts === null) throw new Error('The texts of this part are not loaded yet')
    return texts
  }
  return { ready: load(), use: () => loaded(useStore(dictionary)), text: () => loaded(dictionary.get()) }
}
