import { createStore, useStore } from '../lib/store'

const said = createStore('')

/** Browsers tell again what a live region still says once a dialog over it has closed; slow screen readers read it late. */
const STAYS_MS = 10_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Tells screen readers what just happened. */
export function announce(text: string): void {
  // What is told a second time is another text to the browser.
  said.set((before) => (before === text ? `${text}\u00a0` : text))
  clearTimeout(timer)
  timer = setTimeout(() => said.set(''), STAYS_MS)
}

/** The live region; drawn once, in the root of the client. */
export function AnnounceHost() {
  return (
    <p class="visually-hidden" aria-live="assertive">
      {useStore(said)}
    </p>
  )
}
