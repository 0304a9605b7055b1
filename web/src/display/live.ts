import { LIST_CHANGES, openStream, whileVisible } from '../data/live'
import { refresh } from '../data/queries'
import { displayQueries, EVENTS, refreshDisplay } from './queries'

/** Follows what changes of that which the display shows. The stream of a display that was removed is refused. */
export function startDisplayLive(): void {
  whileVisible({
    open: displayStream,
    isWanted: () => true,
    onRefused: () => refresh(displayQueries.screen.queryKey),
  })
}

function displayStream(): EventSource {
  const stream = openStream('/api/display/sse', refreshDisplay)
  stream.addEventListener('calendar:changed', () => {
    refresh(EVENTS)
    // Whom they are for, and by which clock.
    refresh(displayQueries.screen.queryKey)
  })
  for (const type of LIST_CHANGES) {
    stream.addEventListener(type, (event) => {
      const { listId } = JSON.parse(event.data) as { listId: number }
      refresh(displayQueries.screen.queryKey)
      refresh(displayQueries.items(listId).queryKey)
    })
  }
  return stream
}
