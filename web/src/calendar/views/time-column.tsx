import { useMemo } from 'preact/hooks'
import { useText } from '../../i18n'
import { type Box, dayBoxes } from '../../lib/day-layout'
import { memo } from '../../lib/memo'
import { DAY, HOUR } from '../../lib/tz'
import { usePersonName } from '../../ui/person'
import type { DayState } from '../coverage'
import type { Create } from '../create'
import type { PlacedEntry } from '../data'
import type { Entry } from '../entries'
import { useDescribe } from '../parts/describe'
import { isUnsaved, More, stateClass } from '../parts/marks'
import { colorsOf } from '../parts/people'
import type { EventPerson } from '../who'
import { EventBox } from './event-box'

interface TimeColumnProps {
  placed: readonly PlacedEntry[]
  /** Whose column of the day it is; null: everybody's. */
  person: EventPerson | null
  state: DayState
  day: number
  /** The household's clock, on today's column. */
  now: number | null
  maxColumns: number
  /** The only column on screen: Tab stops at its empty hours, too. */
  isAlone: boolean
  onOpen: (placed: PlacedEntry) => void
  onOpenDay: (day: number) => void
  onCreate: Create
}

const HALF_HOUR = HOUR / 2

/** One day of the time grid, or one person's. A press on an empty half hour adds an event there. */
export const TimeColumn = memo(function TimeColumn(props: TimeColumnProps) {
  const { placed, person, state, day, now, maxColumns, isAlone, onOpen, onOpenDay, onCreate } = props
  const { calendar } = useText()
  const describe = useDescribe()
  const { formats } = describe
  const nameOf = usePersonName()
  const name = person === null ? formats.full(day) : `${nameOf(person)}, ${formats.full(day)}`
  const boxes = useMemo(() => dayBoxes(placed, day, maxColumns), [placed, day, maxColumns])

  const createAt = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    // Pressed with a key: no hour was pointed at.
    if (event.detail === 0) return onCreate(day, undefined, person ?? undefined)
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const wall = day * DAY + ((event.clientY - top) / height) * DAY
    onCreate(day, Math.floor(wall / HALF_HOUR) * HALF_HOUR, person ?? undefined)
  }

  return (
    <section
      class={`time-column ${now === null ? '' : 'today'} ${state}`}
      aria-label={state === 'known' ? name : `${name}, ${calendar.dayStates[state]}`}
    >
      <button
        type="button"
        class="time-column-surface"
        tabIndex={isAlone ? 0 : -1}
        aria-label={`${calendar.newEvent}, ${name}`}
        onClick={createAt}
      />
      {boxes.map((box) =>
        box.items.length === 1 ? (
          <EventBox
            key={box.items[0]!.item.key}
            describe={describe}
            placed={box.items[0]!}
            box={box}
            person={person}
            day={day}
            onOpen={onOpen}
          />
        ) : (
          <MoreBox key={`more-${box.top}`} box={box} onOpen={() => onOpenDay(day)} />
        ),
      )}
      {now !== null && <i class="now-line" style={{ '--top': (now - day * DAY) / DAY }} aria-hidden="true" />}
    </section>
  )
})

/** Several events that share a place because there are too many at once: how many, and as many titles as there is room for. */
function MoreBox({ box, onOpen }: { box: Box<Entry>; onOpen: () => void }) {
  const { calendar } = useText()
  const hidesUnsaved = box.items.some(isUnsaved)
  const titles = box.items.map(({ item }) => item.label).join(', ')
  return (
    <button
      type="button"
      class={hidesUnsaved ? 'event-box more not-saved' : 'event-box more'}
      style={{ '--top': box.top, '--height': box.height, '--left': box.left, '--width': box.width }}
      title={titles}
      onClick={onOpen}
    >
      <span class="event-box-words">
        <More
          isUnsaved={hidesUnsaved}
          count={box.items.length}
          words={`${calendar.moreHere(box.items.length)}: ${titles}`}
        />
        {box.items.map(({ item }) => (
          <span
            key={item.key}
            class={`more-title person ${stateClass(item)}`}
            style={colorsOf(item.people)}
            aria-hidden="true"
          >
            {item.label}
          </span>
        ))}
      </span>
    </button>
  )
}
