import { people } from '../cast'

/** A category that names nobody, and stands in every event. */
export const FOREIGN = 'School'

/** Whom the categories of an event mean, as the cast is called. */
export function peopleIn(categories: readonly string[]): number[] {
  if (categories.filter((one) => one === FOREIGN).length !== 1) throw new Error(`categories: ${categories}`)
  const rest = categories.filter((one) => one !== FOREIGN)
  const ids = people.personsOf(rest)
  if (ids.length !== rest.length) throw new Error(`categories: ${categories}`)
  return ids
}
