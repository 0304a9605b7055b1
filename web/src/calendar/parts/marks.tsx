import { useText } from '../../i18n'
import { CloudOff, RefreshCw } from '../../ui/icons'
import { lazyExtra } from '../../ui/lazy'
import type { PlacedEntry } from '../data'
import type { Entry } from '../entries'
import type { SaveState } from '../writes/drawn'

/** The class that stripes an event while it is saved, outlines it when it is not, and quiets the busy hours of others. */
export function stateClass({ save, access }: Pick<Entry, 'save' | 'access'>): string {
  if (save !== null) return save.state === 'failed' ? 'not-saved' : 'saving'
  return access === 'busy' ? 'is-busy' : ''
}

/** How its saving is, as a label. */
export function SaveMark({ save }: { save: SaveState | null }) {
  const { calendar } = useText()
  if (save === null) return null
  if (save.state !== 'failed') return <WaitMark writeId={save.writeId} />
  return (
    <span class="save-mark failed">
      <CloudOff aria-hidden="true" />
      {calendar.notSaved}
    </span>
  )
}

/** As long as the words for what it waits for are not there. */
function Saving() {
  const { calendar } = useText()
  return (
    <span class="save-mark">
      <RefreshCw aria-hidden="true" />
      {calendar.saving}
    </span>
  )
}

const WaitMark = lazyExtra<{ writeId: string }>(() => import('./wait-mark'), Saving)

export const isUnsaved = ({ item }: PlacedEntry): boolean => item.save?.state === 'failed'

interface MoreProps {
  count: number
  /** What is read aloud for it. */
  words: string
  /** One of them could not be saved, which a number would hide. */
  isUnsaved: boolean
}

/** `+3`, for events that there is no room for. */
export function More({ count, words, isUnsaved }: MoreProps) {
  const { calendar } = useText()
  return (
    <>
      <span class="more-count" aria-hidden="true">
        {isUnsaved && <CloudOff />}
        {calendar.more(count)}
      </span>
      <span class="visually-hidden">{isUnsaved ? `${words}, ${calendar.notSaved}` : words}</span>
    </>
  )
}
