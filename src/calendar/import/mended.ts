import { parseLine } from '../ical/parse'

const NAME = /^[A-Z0-9_-]+$/
/** Texts that servers cut off at a comma or a semicolon that is not escaped. */
const TEXTS = new Set(['SUMMARY', 'LOCATION', 'DESCRIPTION', 'COMMENT', 'CONTACT'])
const STAMPS = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED'])
const STAMP = /^\d{8}T\d{6}Z?$/
/** What is nothing where it is empty. */
const NEVER_EMPTY = new Set(['DTEND', 'DURATION', 'RRULE', 'EXRULE', 'RDATE', 'EXDATE'])
const DATE_LISTS = new Set(['RDATE', 'EXDATE'])
const DATES = /^\d{8}(?:,\d{8})*$/

/**
 * A line of an event as strict servers take it in, who refuse or cut what careless writers mean all the same; null: it says
 * nothing. Pure.
 */
export function mended(line: string): string | null {
  const property = parseLine(line)
  if (property === null) return null
  const { name, value, params } = property
  if (!NAME.test(name)) return null
  if (TEXTS.has(name)) return property.withValue(value.replace(/\\.|[,;]/g, escaped))
  if (STAMPS.has(name)) return STAMP.test(value) ? line : null
  if (NEVER_EMPTY.has(name) && value === '') return null
  if (DATE_LISTS.has(name) && params.VALUE === undefined && DATES.test(value)) return `${name};VALUE=DATE:${value}`
  return line
}

const escaped = (part: string) => (part.length === 1 ? `\\${part}` : part)
