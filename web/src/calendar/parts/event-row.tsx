import { useText } from '../../i18n'
import { Bell, MapPin, Repeat, Repeat1 } from '../../ui/icons'
import type { PlacedEntry } from '../data'
import { isMoved } from '../entries'
import type { Describe } from './describe'
import { handleOf } from './handle'
import { SaveMark, stateClass } from './marks'
import { colorsOf, Initials } from './people'

interface EventRowProps {
  describe: Describe
  placed: PlacedEntry
  /** The day whose list the row stands in. */
  day: number
  /** A word about when, such as "in 20 min". */
  hint?: string | undefined
  isOver?: boolean
  /** It stands where it can be picked up. */
  isMovable?: boolean
  /** Ids of what else is told of it, where it is not in a day's list. */
  describedBy?: string
  onOpen: (placed: PlacedEntry) => void
}

/** An event as a line of a day's list. */
export function EventRow({
  describe,
  placed,
  day,
  hint,
  isOver = false,
  isMovable = false,
  describedBy,
  onOpen,
}: EventRowProps) {
  const { calendar } = useText()
  const { item } = placed
  return (
    <li>
      <button
        type="button"
        class={`event-row person ${stateClass(item)} ${isOver ? 'over' : ''}`}
        style={colorsOf(item.people)}
        aria-describedby={describedBy}
        {...(isMovable && handleOf(item))}
        onClick={() => onOpen(placed)}
      >
        <When describe={describe} placed={placed} day={day} />
        <span class="event-row-what">
          <span class="event-row-title">
            <b>{item.label}</b>
            {hint && <span class="chip">{hint}</span>}
          </span>
          <span class="event-row-notes">
            <Initials people={item.people} />
            {describe.people(placed)}
            {item.isRecurring &&
              (isMoved(item) ? (
                <Repeat1 aria-label={calendar.repeatsElsewhen} />
              ) : (
                <Repeat aria-label={calendar.repeats} />
              ))}
            {(item.reminderLeadMinutes !== null || item.reminderIsCustom) && <Bell aria-label={calendar.reminds} />}
            {item.location && (
              <span class="event-row-place">
                <MapPin aria-hidden="true" />
                {item.location}
              </span>
            )}
            <SaveMark save={item.save} />
          </span>
        </span>
      </button>
    </li>
  )
}

/** The times, one below the other; words where an event covers the day. */
function When({ describe, placed, day }: Pick<EventRowProps, 'describe' | 'placed' | 'day'>) {
  const { formats } = describe
  const isWithinDay = !placed.item.allDay && placed.firstDay === placed.lastDay
  if (!isWithinDay) return <span class="event-row-when">{describe.times(placed, day)}</span>
  return (
    <span class="event-row-when">
      <time>{formats.time(placed.startWall)}</time> <time class="until">{formats.time(placed.endWall)}</time>
    </span>
  )
}
