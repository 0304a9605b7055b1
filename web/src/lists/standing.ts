import { isStatus } from '../data/http'

/** What is known of an answer. */
interface Asked {
  /** When it came, in milliseconds; 0: never. */
  at: number
  isAsked: boolean
}

interface Known {
  /** As the page shows the lists. */
  isListed: boolean
  /** It was deleted on this device, and the service has yet to hear of it. */
  isDeletedHere: boolean
  lists: Asked & { hasFailed: boolean }
  items: Asked & { error: Error | null }
}

/**
 * How a list stands. `asked`: not known yet; `unknown`: nobody answers, or not what it is called. Lists that were read
 * before somebody made one do not name it: only an answer about the list itself, or one about all that came after its
 * items, says that it is gone, or somebody else's alone.
 */
export function standingOf({ isListed, isDeletedHere, lists, items }: Known): 'there' | 'gone' | 'asked' | 'unknown' {
  if (isListed) return 'there'
  if (isDeletedHere || isStatus(items.error, 403, 404)) return 'gone'
  if (lists.isAsked || items.isAsked) return 'asked'
  if (items.at === 0 || lists.hasFailed) return 'unknown'
  return lists.at < items.at ? 'there' : 'gone'
}
