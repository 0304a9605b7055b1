import type { Box } from '../../lib/layout'
import { MINUTE } from '../../lib/tz'
import { MapPin, Repeat, Repeat1 } from '../../ui/icons'
import type { PlacedEntry } from '../data'
import { type Entry, isMoved, isReadOnly } from '../entries'
import type { Describe } from '../parts/describe'
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

const MINUTES_PER_DAY = 24 * 60
const SHORT = 45
const HIGH = 60
const TALL = 75

/** A timed event in the time grid. */
export function EventBox({ describe, placed, box, person, day, onOpen }: EventBoxProps) {
  const { item } = placed
  const minutes = box.height * MINUTES_PER_DAY
  const classes = ['event-box person', minutes < SHORT ? 'short' : minutes < HIGH ? 'low' : '', stateClass(item)]
  const others = person === null ? item.people : item.people.filter(({ key }) => key !== person.key)
  const canMove = !isReadOnly(item)
  const endsHere = placed.lastDay === day
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
      data-entry={canMove ? item.key : undefined}
      aria-describedby={canMove ? 'drag-hint' : undefined}
      onClick={() => onOpen(placed)}
    >
      <b>
        {item.title} <span class="visually-hidden">{describe.rest(placed)}</span>
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
      {canMove && endsHere && placed.endWall - placed.startWall >= 15 * MINUTE && (
        <i class="resize" data-resize aria-hidden="true" />
      )}
    </button>
  )
}
