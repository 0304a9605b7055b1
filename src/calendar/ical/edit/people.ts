import { categoryText, nameKey, type PeopleNames, textEntries } from '../categories'
import { categoriesLine, escapeText } from '../lines'
import type { Property } from '../parse'
import type { Block } from './document'

/**
 * Writes whom an event is for: absent keeps. Categories that name nobody stay as they are and where they are; those of
 * people who stay get their present names. Who is new joins the first line that names somebody, else gets one.
 */
export function writePeople(block: Block, personIds: readonly number[] | undefined, people: PeopleNames): void {
  if (personIds === undefined) return
  const entries = entriesOf(block)
  const missing = new Set(people.personsOf(people.namesOf(personIds)))
  let joined: Property | null = null
  for (const { personId, from, to } of people.namedIn(entries.map(({ text }) => text))) {
    const named = entries.slice(from, to)
    joined ??= named[0]!.property
    rewrite(named, missing.delete(personId) ? people.namesOf([personId])[0]! : null)
  }
  const added = people.namesOf([...missing])
  if (joined === null && added.length > 0) {
    block.append('CATEGORIES', categoriesLine(added))
    return
  }
  block.rewrite('CATEGORIES', (property) => {
    const own = entries.filter((entry) => entry.property === property)
    const values = own.flatMap(({ written }) => written ?? [])
    if (property === joined) values.push(...added.map(escapeText))
    if (values.length === 0) return ''
    const value = values.join(',')
    return value === property.value ? null : property.withValue(value)
  })
}

/** A category as it stands in a line, and as it is to stand there; null: not at all. */
interface Entry {
  property: Property
  text: string
  written: string | null
}

function entriesOf(block: Block): Entry[] {
  return block
    .properties('CATEGORIES')
    .flatMap((property) =>
      [...textEntries(property.value)].map((written) => ({ property, text: categoryText(written), written })),
    )
}

/** The entries that name one person are to say `name`, or nothing; what says it already stays as it is spelled. */
function rewrite(named: readonly Entry[], name: string | null): void {
  if (name !== null && nameKey(named.map(({ text }) => text).join()) === nameKey(name)) return
  for (const [at, entry] of named.entries()) entry.written = name !== null && at === 0 ? escapeText(name) : null
}
