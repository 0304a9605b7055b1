import { useText } from '../../i18n'
import { CloudOff } from '../../ui/icons'
import type { PlacedEntry } from '../data'

export const isUnsaved = ({ item }: PlacedEntry): boolean => item.save?.state === 'failed'

interface MoreProps {
  count: number
  /** What is read aloud for it. */
  words: string
  /** One of them could not be saved: that must not stay behind a number. */
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
