import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { dayOf, HOUR, MINUTE } from '../../lib/tz'
import type { PlacedEntry } from '../data'
import { nextUp, useDescribe } from './describe'
import { colorsOf, Initials } from './people'

/** Words for how far away an event is: `in 67 min`, `now, until 18:00`, `tomorrow 8:00`. */
export function useUntil(): (placed: PlacedEntry, now: number) => string {
  const { upNext } = useText().calendar
  const formats = useFormats()
  return ({ startWall, endWall, firstDay }, now) => {
    if (startWall <= now) return upNext.now(formats.time(endWall))
    const minutes = Math.ceil((startWall - now) / MINUTE)
    if (minutes < 90) return upNext.inMinutes(minutes)
    if (firstDay > dayOf(now)) return upNext.tomorrow(formats.time(startWall))
    return upNext.inHours(Math.round((startWall - now) / HOUR))
  }
}

interface NextUpProps {
  placed: readonly PlacedEntry[]
  now: number
  onOpen: (placed: PlacedEntry) => void
}

/** What comes next, at a glance. */
export function NextUp({ placed, now, onOpen }: NextUpProps) {
  const { upNext } = useText().calendar
  const describe = useDescribe()
  const until = useUntil()
  const next = nextUp(placed, now)
  if (next === null) return null
  return (
    <button type="button" class="next-up person" style={colorsOf(next.item.people)} onClick={() => onOpen(next)}>
      <span class="next-up-when">
        {upNext.title} · {until(next, now)}
      </span>
      <b>{next.item.title}</b>
      <span class="next-up-who">
        <Initials people={next.item.people} />
        {describe.people(next)}
      </span>
    </button>
  )
}
