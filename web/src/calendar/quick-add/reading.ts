import type { ParsedEvent } from '../../data/event-text'

export type Understood = ParsedEvent['understood'][number]

/** What was understood of a text. */
export interface Reading extends ParsedEvent {
  text: string
}

/**
 * What an older reading still says of a text that cannot be read: whoever types on has not taken back what stands before.
 */
export const carriedOn = (reading: Reading | null, text: string): Reading | null =>
  reading !== null && text.startsWith(reading.text) ? reading : null

/** By its field and its words: what was once said not to be meant is not understood again. */
export const nameOf = ({ field, from, to }: Understood, { text }: Reading): string =>
  `${field}: ${text.slice(from, to).trim().toLowerCase()}`

/** What a reading understands and nobody has said is not meant. */
export function acceptedOf(reading: Reading | null, declined: readonly string[]): readonly Understood[] {
  return reading?.understood.filter((one) => !declined.includes(nameOf(one, reading))) ?? []
}

/** The title of a text: its words without those that are understood, while the reading is of this very text. */
export function titleOf(text: string, reading: Reading | null, accepted: readonly Understood[]): string {
  if (reading?.text !== text) return text.trim()
  if (accepted.length === reading.understood.length) return reading.form.title
  const pieces = cut(text, accepted).filter(({ field }) => field === null)
  const title = pieces.map(({ words }) => words.trim()).join(' ')
  return title.replaceAll(/\s+/g, ' ').replaceAll(/^[\s,;]+|[\s,;]+$/g, '')
}

interface Piece {
  words: string
  /** Null: a part of the title. */
  field: Understood['field'] | null
}

/** A text in pieces, in order. */
export function cut(text: string, understood: readonly Understood[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { field, from, to } of understood.toSorted((a, b) => a.from - b.from)) {
    if (from < at || to > text.length) continue
    pieces.push({ words: text.slice(at, from), field: null }, { words: text.slice(from, to), field })
    at = to
  }
  pieces.push({ words: text.slice(at), field: null })
  return pieces.filter(({ words }) => words !== '')
}
