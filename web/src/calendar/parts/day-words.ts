import type { Dictionary } from '../../i18n'
import type { DayState } from '../coverage'

/** What is read aloud of a day: how many events it has, or that nobody knows. */
export function dayWords(
  count: number,
  state: DayState,
  { noEvents, events, dayStates }: Dictionary['calendar'],
): string {
  if (state === 'known') return count === 0 ? noEvents : events(count)
  return count === 0 ? dayStates[state] : `${events(count)}, ${dayStates[state]}`
}
