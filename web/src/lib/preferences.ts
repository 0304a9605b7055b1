import { keepOnDevice } from './keep-on-device'
import { createStore, useStore } from './store'

/** What a person has chosen; null leaves the choice to the browser. */
export interface Preferences {
  language: Language | null
  theme: 'light' | 'dark' | null
  /** First day of the week, 0 (Sunday) to 6. */
  firstWeekday: number | null
  hourCycle: 'h12' | 'h23' | null
}

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** The choices of whoever uses this device. */
interface Choices {
  /** What differs here. */
  device: Partial<Preferences>
  /** What they have chosen for all their devices. */
  member: Preferences
}

/**
 * Where the choices are kept: with the member's id, so that nobody gets another's. Under the bare key stands what was
 * chosen when choices were a device's alone.
 */
export const EARLIER = 'preferences'
let key = EARLIER
const NOTHING_CHOSEN: Preferences = { language: null, theme: null, firstWeekday: null, hourCycle: null }

export const choices = createStore<Choices>({ device: {}, member: NOTHING_CHOSEN })

/** What counts: the device's choice, else the member's. */
export const preferences = createStore<Preferences>(NOTHING_CHOSEN)

export const usePreferences = (): Preferences => useStore(preferences)

/** The language that is chosen, else the first of the browser's that we speak, else English. */
export function languageOf({ language }: Preferences): Language {
  if (language !== null) return language
  for (const tag of navigator.languages) {
    const found = LANGUAGES.find((candidate) => tag === candidate || tag.startsWith(`${candidate}-`))
    if (found !== undefined) return found
  }
  return 'en'
}

/** Takes up what is kept of the member who uses the device; null: of nobody. */
export function preferAs(member: number | null): void {
  key = `${EARLIER}-${member}`
  choices.set(read)
}

/** Changes some choices, and keeps them. */
export function choose(chosen: Partial<Choices>): void {
  choices.set((before) => ({ ...before, ...chosen }))
  keepOnDevice(key, JSON.stringify(choices.get()))
}

/** Follows the choices of a member, or of nobody; other tabs follow as well. */
export function startPreferences(member: number | null): void {
  choices.subscribe(apply)
  preferAs(member)
  window.addEventListener('storage', (event) => {
    if (event.key === key) choices.set(read)
  })
}

function apply() {
  const { device, member } = choices.get()
  const counting = { ...member, ...device }
  if (JSON.stringify(counting) !== JSON.stringify(preferences.get())) preferences.set(counting)
  const { theme } = counting
  if (theme === null) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { theme: own } = meta.dataset
    meta.media = theme === null ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all'
  }
}

const read = (): Choices => ({ device: parsed(EARLIER), member: NOTHING_CHOSEN, ...parsed(key) })

function parsed(name: string): object {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}
