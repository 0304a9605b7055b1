import { categoriesOf } from './categories'
import type { CalendarObject } from './object'
import { type Component, findAll, parse, properties, textOf } from './parse'

/** Of all texts of one object together; more than people write. */
const MAX_CHARACTERS = 100_000

/**
 * What an object says in words, of its master and its overrides: titles first, then places, people, categories and notes.
 */
export function textsOf({ events }: Pick<CalendarObject, 'events'>): string[] {
  const texts: string[] = []
  let room = MAX_CHARACTERS
  for (const read of [titles, peopleIn, notes]) {
    for (const event of events) {
      for (const text of read(event)) {
        if (room <= 0) return texts
        texts.push(text.slice(0, room))
        room -= text.length
      }
    }
  }
  return texts
}

const texts = (event: Component, ...names: string[]) => names.flatMap((name) => textOf(event, name) ?? [])
const titles = (event: Component) => texts(event, 'SUMMARY', 'LOCATION')
const notes = (event: Component) => texts(event, 'DESCRIPTION')

/** Whom it is for, and who takes part (RFC 5545 3.8.4.1, 3.8.4.3). */
function peopleIn(event: Component): readonly string[] {
  const names = ['ORGANIZER', 'ATTENDEE'].flatMap((name) =>
    properties(event, name).map(({ params }) => params.CN ?? ''),
  )
  return [...categoriesOf(event), ...names]
}

/** The notes of an object's events, in the order of the text; a text that was cut off is read as far as it goes. */
export function notesIn(text: string): string[] {
  return findAll(parse(text), 'VEVENT')
    .flatMap(notes)
    .filter((note) => note.trim() !== '')
}
