import { MAX_EVENT_TEXT_LENGTH, MAX_EVENT_TITLE_LENGTH } from '../../../src/platform/limits'
import { itemsOfLines } from '../lists/lines'

/** What another application has shared, as an event and as items of a list. */
export interface Shared {
  title: string
  notes: string
  items: string[]
}

const MAX_ITEMS = 100

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
  const items = itemsOfLines(lines.length > 0 ? text : [title, link].filter(Boolean).join(' '))
  return {
    title: name.slice(0, MAX_EVENT_TITLE_LENGTH),
    notes: (name.length > MAX_EVENT_TITLE_LENGTH ? [name, ...rest] : rest).join('\n').slice(0, MAX_EVENT_TEXT_LENGTH),
    items: items.slice(0, MAX_ITEMS),
  }
}
