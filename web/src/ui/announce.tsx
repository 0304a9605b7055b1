import { createStore, useStore } from '../lib/store'

const said = createStore('')

/** Tells screen readers what just happened. */
export function announce(text: string): void {
  said.set(text)
}

/** The live region; drawn once, in the root of the client. */
export function AnnounceHost() {
  return (
    <p class="visually-hidden" aria-live="assertive">
      {useStore(said)}
    </p>
  )
}
