import { foldCase } from './case-fold'
import { type Component, type Property, properties, unescapeText } from './parse'

/** A name that nobody can bear is not kept; so many are more than any calendar writes. */
const MAX_CATEGORY_LENGTH = 256
const MAX_CATEGORIES = 100
/** Of their JSON, which has to fit a TEXT column. */
const MAX_BYTES = 60_000

const NONE: readonly string[] = Object.freeze([])

/**
 * The categories of an event as people read them, in the order of the text (RFC 5545 3.8.1.2); at most a hundred, and none
 * longer than 256 characters.
 */
export function categoriesOf(event: Component): readonly string[] {
  const lines = properties(event, 'CATEGORIES')
  return lines.length === 0 ? NONE : read(lines)
}

function read(lines: readonly Property[]): readonly string[] {
  const names: string[] = []
  let bytes = 2
  for (const { value } of lines) {
    for (const entry of textEntries(value)) {
      // A character has two units at most, and a backslash before each.
      if (entry.length > 4 * MAX_CATEGORY_LENGTH) continue
      const name = categoryText(entry)
      if (name === '' || [...name].length > MAX_CATEGORY_LENGTH) continue
      bytes += Buffer.byteLength(JSON.stringify(name)) + 1
      if (names.length === MAX_CATEGORIES || bytes > MAX_BYTES) return names
      names.push(name)
    }
  }
  return names.length === 0 ? NONE : names
}

/** Somebody whom categories name: by the one at `from`, or by those up to `to`. */
export interface NamedPerson {
  personId: number
  from: number
  /** Exclusive. */
  to: number
}

/** Who is who by name. */
export interface PeopleNames {
  /**
   * The persons whom categories name, in their order. A name with commas may stand as several: some servers take an escaped
   * comma for one between two.
   */
  namedIn(categories: readonly string[]): NamedPerson[]
  /** The persons whom categories name, each once, by position. What names nobody is left out. */
  personsOf(categories: readonly string[]): number[]
  /** Their present names, by position; ids of nobody are left out. */
  namesOf(personIds: readonly number[]): string[]
}

/** An entry as people read it, a text of its own: a part of a text would hold on to the whole object. */
export const categoryText = (entry: string) => Buffer.from(unescapeText(entry).trim()).toString()

/** The entries of a list of TEXT values as they are written, lazily; a comma behind a backslash is part of one. */
export function* textEntries(value: string): Generator<string> {
  let from = 0
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1
    else if (value[at] === ',') {
      yield value.slice(from, at)
      from = at + 1
    }
  }
  yield value.slice(from)
}

/** What spellings of one name share: canonical form, case folded, ends and commas trimmed; iCalendar has no controls. */
export function nameKey(name: string): string {
  const parts = name
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .split(',')
  return foldCase(parts.map((part) => part.trim()).join())
}
