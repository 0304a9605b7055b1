import type { Shown } from './by-person'

type Hidden = ReadonlySet<string>

/** Whether somebody of the household is not shown. */
export const isFiltered = ({ people, hidden }: Shown): boolean => people.some(({ key }) => hidden.has(key))

/** One person, and what is for everybody. */
export const only = ({ people }: Pick<Shown, 'people'>, key: string): Hidden =>
  new Set(people.map((person) => person.key).filter((other) => other !== key))

export const isOnly = ({ people, hidden }: Shown, key: string): boolean =>
  people.length > 1 && people.every((person) => hidden.has(person.key) === (person.key !== key))

/** After a tap on a face: where everybody was shown, that person alone; else that person, too, or no more. */
export function afterTap(shown: Shown, key: string): Hidden {
  if (!isFiltered(shown)) return only(shown, key)
  const hidden = new Set(shown.people.map((person) => person.key).filter((one) => shown.hidden.has(one)))
  if (!hidden.delete(key)) hidden.add(key)
  // Nobody would be left.
  return hidden.size === shown.people.length ? new Set() : hidden
}
