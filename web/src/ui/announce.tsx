import { createStore, useStore } from '../lib/store'

const said = createStore('')

/** Tells people who listen instead of look what just happened. */
export function announce(text: string): void {
  said.set(text)
}

/** The region that is read aloud; once, in the root of the client. */
export function AnnounceHost() {
  return (
    <p class="visually-hidden" aria-live="assertive">
      {useStore(said)}
    </p>
  )
}
