import { parseIsoDate, weekdayOf } from '../../calendar/ical/civil'
import { dayOf, type Zone } from '../../calendar/ical/zone'
import type { Keep } from '../../platform/backup-settings'
import { instantOf } from './names'

export interface Retention {
  keep: Keep
  /** The household's: which day, week and month a backup belongs to. */
  zone: Zone
  now: Date
}

/**
 * Which of the files nobody needs any more. Of the last so many days, weeks and months that have a backup the newest of
 * each stays; days without one do not count, so that a service that stood still for long loses nothing. What is no name
 * of ours stays. So does what is later than now: a clock that went wrong, or was set back, ends no backup.
 */
export function superfluous(names: readonly string[], { keep, zone, now }: Retention): string[] {
  const past = names
    .flatMap((name) => {
      const at = instantOf(name)
      return at === null || at > now ? [] : [{ name, at }]
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1))
  const spans: [number, (day: string) => string][] = [
    [keep.days, (day) => day],
    [keep.weeks, weekOf],
    [keep.months, (day) => day.slice(0, 7)],
  ]
  const kept = new Set(past.slice(0, 1).map(({ name }) => name))
  for (const [most, spanOf] of spans) {
    const seen = new Set<string>()
    for (const { name, at } of past) {
      const span = spanOf(dayOf(zone, at))
      if (seen.has(span) || seen.size === most) continue
      seen.add(span)
      kept.add(name)
    }
  }
  return past.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** The Monday that a day's week begins with, as a number: a week may lie in two years (ISO 8601). */
function weekOf(day: string): string {
  const number = parseIsoDate(day)!
  return String(number - weekdayOf(number))
}
