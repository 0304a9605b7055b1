import { categoryText, nameKey, type PeopleNames, textEntries } from '../categories'
import { categoriesLine, escapeText } from '../lines'
import type { Property } from '../parse'
import type { Block } from './document'

/**
 * Writes whom an event is for: absent keeps. Categories that name nobody stay as they are and where they are; those of
 * people who stay get their present names. Who is new joins a line that names somebody, else gets one.
 */
export function writePeople(block: Block, personIds: readonly number[] | undefined, people: PeopleNames): void {
  if (personIds === undefined) return
  const missing = new Set(people.personsOf(people.namesOf(personIds)))
  const lines = block.properties('CATEGORIES').map((property) => ({ property, ...keptOf(property, missing, people) }))
  const joined = missing.size === 0 ? undefined : lines.find(({ namesSomebody }) => namesSomebody)
  const added = people.namesOf([...missing])
  for (const { property, entries } of lines) {
    if (property === joined?.property) entries.push(...added.map(escapeText))
  }
  const wanted = new Map(lines.map((line) => [line.property, line]))
  block.rewrite('CATEGORIES', (property) => {
    const { entries, namesSomebody } = wanted.get(property)!
    if (!namesSomebody) return null
    const value = entries.join(',')
    if (value === property.value) return null
    return value === '' ? '' : property.withValue(value)
  })
  if (joined === undefined && added.length > 0) block.add('CATEGORIES', categoriesLine(added))
}

/** The entries of a line that stay, as they are to be written; takes the people whom they name out of `missing`. */
function keptOf({ value }: Property, missing: Set<number>, people: PeopleNames) {
  const entries: string[] = []
  let namesSomebody = false
  for (const entry of textEntries(value)) {
    const category = categoryText(entry)
    const [personId] = people.personsOf([category])
    if (personId === undefined) {
      entries.push(entry)
      continue
    }
    namesSomebody = true
    if (!missing.delete(personId)) continue
    const [name = ''] = people.namesOf([personId])
    entries.push(nameKey(name) === nameKey(category) ? entry : escapeText(name))
  }
  return { entries, namesSomebody }
}
