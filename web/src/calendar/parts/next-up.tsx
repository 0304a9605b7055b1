import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { dayOf, HOUR, MINUTE } from '../../lib/tz'
import { type PlacedEntry, type Range, useCalendarOfToday } from '../data'
import { useDescribe, whatIsNext } from './describe'
import { colorsOf, Initials } from './people'

/** Words for how far away an event is: `in 67 min`, `now, until 18:00`, `tomorrow 8:00`. */
export function useUntil(): (placed: PlacedEntry, now: number) => string {
  const { upNext } = useText().calendar
  const formats = useFormats()
  return ({ item, startWall, endWall, firstDay }, now) => {
    if (startWall <= now) return upNext.now(formats.time(endWall))
    // Of moments, not of what the clock shows: in two nights of a year an hour is left out, or there twice.
    const left = Math.max(MINUTE, Date.parse(item.start) - Date.now())
    const minutes = Math.ceil(left / MINUTE)
    if (minutes < 90) return upNext.inMinutes(minutes)
    if (firstDay > dayOf(now)) return upNext.tomorrow(formats.time(startWall))
    return upNext.inHours(Math.round(left / HOUR))
  }
}

interface NextUpProps {
  /** The days on screen. */
  range: Range
  now: number
  /** One line, where there is no room beside the calendar. */
  isLine?: boolean
  onOpen: (placed: PlacedEntry) => void
}

/** The next event from now on, whichever days the calendar shows. */
export function NextUp({ range, now, isLine = false, onOpen }: NextUpProps) {
  const { upNext } = useText().calendar
  const describe = useDescribe()
  const until = useUntil()
  const next = whatIsNext(useCalendarOfToday(range, dayOf(now)), now)
  if (next === 'nothing') return isLine ? <p class="next-none">{upNext.nothing}</p> : null
  if (next === 'unknown') return null
  const { people, label } = next.item
  return (
    <button
      type="button"
      class={isLine ? 'next-up line person' : 'next-up person'}
      style={colorsOf(people)}
      onClick={() => onOpen(next)}
    >
      <span class="next-up-when">
        <span class="next-up-word">{upNext.title} · </span>
        {until(next, now)}
      </span>
      <b>{label}</b>
      <span class="next-up-who">
        <Initials people={people} />
        <span>{describe.people(next)}</span>
      </span>
    </button>
  )
}
