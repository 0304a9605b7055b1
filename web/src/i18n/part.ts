import { type Language, languageOf, preferences } from '../lib/preferences'
import { createStore, useStore } from '../lib/store'

/** The texts of a part of the client: a dictionary of their own, which the first screen does not wait for. */
interface PartTexts<T> {
  /** Loads them, once, and resolves when they can be drawn; a part names it in its module (`needs`). @throws until they come */
  ready: () => Promise<void>
  use: () => T
  /** The same outside of components. */
  text: () => T
}

/** In the chosen language; loaded again whenever the choice changes. */
export function partTexts<T>(loaders: Record<Language, () => Promise<T>>): PartTexts<T> {
  const dictionary = createStore<T | null>(null)
  const load = async (): Promise<void> => {
    const language = languageOf(preferences.get())
    const texts = await loaders[language]()
    // Another one was chosen meanwhile.
    if (language !== languageOf(preferences.get())) return load()
    dictionary.set(() => texts)
  }
  let first: Promise<void> | undefined
  const start = async () => {
    try {
      await load()
      // Words that cannot be loaded stay as they were.
      preferences.subscribe(() => void load().catch(() => {}))
    } catch (error) {
      first = undefined
      throw error
    }
  }
  const loaded = (texts: T | null) => {
    if (texts === null) throw new Error('The texts of this part are not loaded yet')
    return texts
  }
  return {
    ready: () => (first ??= start()),
    use: () => loaded(useStore(dictionary)),
    text: () => loaded(dictionary.get()),
  }
}
