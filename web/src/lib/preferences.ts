import { createStore, useStore } from './store'

/** What a person has chosen on this device; null leaves the choice to the browser. */
export interface Preferences {
  language: Language | null
  theme: 'light' | 'dark' | null
  /** First day of the week, 0 (Sunday) to 6. */
  firstWeekday: number | null
  hourCycle: 'h12' | 'h23' | null
}

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

const KEY = 'preferences'
const NOTHING_CHOSEN: Preferences = { language: null, theme: null, firstWeekday: null, hourCycle: null }

export const preferences = createStore<Preferences>(read())

export const usePreferences = (): Preferences => useStore(preferences)

export function prefer(chosen: Partial<Preferences>): void {
  preferences.set((before) => ({ ...before, ...chosen }))
}

/** The language that is chosen, else the first of the browser's that we speak, else English. */
export function languageOf({ language }: Preferences): Language {
  if (language !== null) return language
  for (const tag of navigator.languages) {
    const found = LANGUAGES.find((candidate) => tag === candidate || tag.startsWith(`${candidate}-`))
    if (found !== undefined) return found
  }
  return 'en'
}

/** Keeps the choices on the device and applies the theme; other tabs follow. */
export function startPreferences(): void {
  applyTheme()
  preferences.subscribe(() => {
    localStorage.setItem(KEY, JSON.stringify(preferences.get()))
    applyTheme()
  })
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) preferences.set(read())
  })
}

function applyTheme() {
  const { theme } = preferences.get()
  if (theme === null) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function read(): Preferences {
  try {
    return { ...NOTHING_CHOSEN, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return NOTHING_CHOSEN
  }
}
