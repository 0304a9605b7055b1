import type { Box } from '../../lib/day-layout'
import { MINUTES_A_DAY } from '../../lib/tz'
import { MapPin, Repeat, Repeat1 } from '../../ui/icons'
import type { PlacedEntry } from '../data'
import { type Entry, isMoved, isReadOnly } from '../entries'
import type { Describe } from '../parts/describe'
import { handleOf } from '../parts/handle'
import { SaveMark, stateClass } from '../parts/marks'
import { colorsOf, Initials } from '../parts/people'
import type { EventPerson } from '../who'

interface EventBoxProps {
  describe: Describe
  placed: PlacedEntry
  box: Box<Entry>
  /** In whose column it stands, where each has one. */
  person: EventPerson | null
  day: number
  onOpen: (placed: PlacedEntry) => void
}

const SHORT = 45
const TALL = 75

/** A timed event in the time grid. */
export function EventBox({ describe, placed, box, person, day, onOpen }: EventBoxProps) {
  const { item } = placed
  const minutes = box.height * MINUTES_A_DAY
  const classes = ['event-box person', minutes < SHORT ? 'short' : '', stateClass(item)]
  const others = person === null ? item.people : item.people.filter(({ key }) => key !== person.key)
  const hasEnds = !isReadOnly(item) && minutes >= 15
  return (
    <button
      type="button"
      class={classes.join(' ')}
      style={{
        ...colorsOf(person === null ? others : [person, ...others]),
        '--top': box.top,
        '--height': box.height,
        '--left': box.left,
        '--width': box.width,
      }}
      {...handleOf(item)}
      onClick={() => onOpen(placed)}
    >
      <span class="event-box-words">
        <b>
          {item.label} <span class="visually-hidden">{describe.rest(placed)}</span>
        </b>
        <span class="event-box-when" aria-hidden="true">
          <Initials people={others} />
          <time class="from">{describe.formats.time(placed.startWall)}</time>
          {minutes >= TALL && <time class="range">{describe.times(placed, day)}</time>}
          {item.isRecurring && (isMoved(item) ? <Repeat1 /> : <Repeat />)}
        </span>
        {minutes >= TALL && item.location && (
          <span class="event-box-place" aria-hidden="true">
            <MapPin />
            {item.location}
          </span>
        )}
        <SaveMark save={item.save} />
      </span>
      {hasEnds && placed.firstDay === day && minutes > SHORT && <i data-resize="start" aria-hidden="true" />}
      {hasEnds && placed.lastDay === day && <i data-resize="end" aria-hidden="true" />}
    </button>
  )
}
