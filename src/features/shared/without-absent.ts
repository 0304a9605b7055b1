/** What of a change is given: absent is left as it is, null is written. */
export function withoutAbsent<Change extends object>(change: { [Name in keyof Change]: Change[Name] | undefined }) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Change>
}
