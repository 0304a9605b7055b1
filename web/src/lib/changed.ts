/**
 * The parts of `after` that are not as in `before`; pure. Only they are sent: what somebody else has changed meanwhile
 * in the others stands.
 */
export function changedIn<T extends object>(before: T, after: T): Partial<T> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T])
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<T>
}
