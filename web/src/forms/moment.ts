import { useZone } from '../data/session'
import { type Formats, useFormats } from '../i18n/format'
import { useNow } from '../lib/clock'
import { dayOf, toWall } from '../lib/tz'

/** A moment, ISO 8601, as the household's clock shows it; with its date when it is not today. */
export function useMomentText(): (instant: string) => string {
  const zone = useZone()
  const formats = useFormats()
  const now = useNow(zone)
  return (instant) => momentText(toWall(Date.parse(instant), zone), now, formats)
}

function momentText(wall: number, now: number, { time, dayMonth }: Formats): string {
  return dayOf(wall) === dayOf(now) ? time(wall) : `${dayMonth(dayOf(wall))}, ${time(wall)}`
}
