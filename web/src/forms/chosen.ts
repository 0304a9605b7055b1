/** Of what was chosen that which is still there to be chosen; all of it while that is not known. */
export const stillIn = (there: readonly { id: number }[] | undefined, chosen: readonly number[]): number[] =>
  chosen.filter((id) => there?.some((one) => one.id === id) ?? true)

/** What is chosen once these are as well, or no longer. */
export function toggled(chosen: readonly number[], ids: readonly number[], isOn: boolean): number[] {
  const others = chosen.filter((id) => !ids.includes(id))
  return isOn ? [...others, ...ids] : others
}
