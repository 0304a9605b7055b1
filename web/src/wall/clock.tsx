import type { CalendarData, PlacedEntry } from '../calendar/data'
import { useDescribe, whatIsNext } from '../calendar/parts/describe'
import { useUntil } from '../calendar/parts/next-up'
import { colorsOf, Initials } from '../calendar/parts/people'
import { useFormats } from '../i18n/format'
import { useWallText } from '../i18n/wall'
import { dayOf } from '../lib/tz'

interface ClockProps {
  /** What the household's clock shows. */
  now: number
  data: CalendarData
  onOpen: (placed: PlacedEntry) => void
}

/** The time, the day and what comes next. */
export function Clock({ now, data, onOpen }: ClockProps) {
  const wall = useWallText()
  const formats = useFormats()
  const next = whatIsNext(data, now)
  // "10:00", or "10:00 am" with a narrow space.
  const [time, half] = formats.time(now).split(/(?=\s)/)
  return (
    <div class="wall-clock">
      <time>
        {time}
        {half && <small>{half}</small>}
      </time>
      <p>{formats.full(dayOf(now))}</p>
      {next === 'nothing' || next === 'unknown' ? (
        <p class="wall-next none">{wall.noNext[next]}</p>
      ) : (
        <Next next={next} now={now} onOpen={onOpen} />
      )}
    </div>
  )
}

function Next({ next, now, onOpen }: { next: PlacedEntry; now: number; onOpen: (placed: PlacedEntry) => void }) {
  const wall = useWallText()
  const formats = useFormats()
  const describe = useDescribe()
  const until = useUntil()
  const isOn = next.startWall <= now
  const isTomorrow = next.firstDay > dayOf(now)
  const at = formats.time(next.startWall)
  return (
    <button type="button" class="wall-next person" style={colorsOf(next.item.people)} onClick={() => onOpen(next)}>
      <span>
        {isOn ? wall.runningUntil(formats.time(next.endWall)) : isTomorrow ? wall.tomorrow(at) : wall.next(at)}
      </span>
      <b>{next.item.label}</b>
      <span class="wall-next-who">
        <Initials people={next.item.people} />
        {describe.people(next)}
        {!isOn && !isTomorrow && ` · ${until(next, now)}`}
      </span>
    </button>
  )
}
