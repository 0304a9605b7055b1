import { inArray, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { events } from '../../platform/db/schema'
import { IcalError } from '../ical/error'
import { notesIn } from '../ical/texts'
import { isFoundIn, type Wanted, wordsOf } from './words'

/** What a hit carries of long notes. */
export const MAX_OF_NOTES = 500
/** How much before the first word that was looked for. */
const BEFORE = 80
/** Of an object's text, so that a page of huge ones is read all the same. */
const MAX_OF_TEXT = 64 * 1024
const ELLIPSIS = '…'

/** What the notes of these events say, around the words that are wanted where they are long; null: nothing. */
export async function readNotes(
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
  wanted: readonly Wanted[],
): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: events.id, text: sql<string>`left(${events.rawVevent}, ${MAX_OF_TEXT})` })
    .from(events)
    .where(inArray(events.id, [...ids]))
  return new Map(rows.map(({ id, text }) => [id, excerptOf(notesOf(text), wanted)]))
}

function notesOf(text: string): string[] {
  if (!/^DESCRIPTION/im.test(text)) return []
  try {
    return notesIn(text)
  } catch (error) {
    if (error instanceof IcalError) return []
    throw error
  }
}

/** Of several notes the first with one of the words, else the first. Pure. */
export function excerptOf(notes: readonly string[], wanted: readonly Wanted[]): string | null {
  const first = notes[0]
  if (first === undefined) return null
  const isIn = (text: string) => {
    const words = wordsOf([text])
    return wanted.some((one) => isFoundIn(one, words))
  }
  const note = notes.length === 1 ? first : (notes.find(isIn) ?? first)
  if (note.length <= MAX_OF_NOTES) return note
  const at = firstWordAt(note, isIn)
  const from = at <= MAX_OF_NOTES - BEFORE ? 0 : at - BEFORE
  const end = from + MAX_OF_NOTES
  const part = `${from > 0 ? ELLIPSIS : ''}${note.slice(from, end)}${end < note.length ? ELLIPSIS : ''}`
  // A pair of surrogates may have been cut in two.
  return part.isWellFormed() ? part : part.toWellFormed().replaceAll('\ufffd', '')
}

function firstWordAt(text: string, isIn: (word: string) => boolean): number {
  for (const { 0: word, index } of text.matchAll(/\S+/g)) if (isIn(word)) return index
  return 0
}
