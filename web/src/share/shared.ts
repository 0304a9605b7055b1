import { MAX_EVENT_TEXT_LENGTH, MAX_EVENT_TITLE_LENGTH, MAX_ITEM_LENGTH } from '../../../src/platform/limits'

/** What another application has shared, as an event and as items of a list. */
export interface Shared {
  title: string
  notes: string
  items: string[]
}

const MOST_ITEMS = 100
/** What lists begin their lines with. */
const BULLET = /^(?:[-–—*•·▪◦☐☑✓✔]|\[[ x]?\])+\s+/i

/** Of `/share?title=…&text=…&url=…`; null where nothing was shared. Applications put the link into the text, too, or only there. */
export function sharedOf(query: URLSearchParams): Shared | null {
  const [title, text, url] = ['title', 'text', 'url'].map((name) => (query.get(name) ?? '').trim()) as [
    string,
    string,
    string,
  ]
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  const link = text.includes(url) ? '' : url
  const [name = ''] = [title, ...lines, url].filter(Boolean)
  if (name === '') return null
  const rest = [...(title === '' ? lines.slice(1) : lines), link === name ? '' : link].filter(Boolean)
  const items = (lines.length > 0 ? lines : [[title, link].filter(Boolean).join(' ')]).map((line) =>
    line.replace(BULLET, ''),
  )
  return {
    title: name.slice(0, MAX_EVENT_TITLE_LENGTH),
    notes: (name.length > MAX_EVENT_TITLE_LENGTH ? [name, ...rest] : rest).join('\n').slice(0, MAX_EVENT_TEXT_LENGTH),
    items: items.map((item) => item.slice(0, MAX_ITEM_LENGTH)).slice(0, MOST_ITEMS),
  }
}
