import type { DayState } from '../calendar/coverage'
import type { CalendarData, PlacedEntry } from '../calendar/data'
import Cake from '../calendar/parts/cake'
import { isPast, useDayName, useDescribe } from '../calendar/parts/describe'
import { SaveMark, stateClass } from '../calendar/parts/marks'
import { colorsOf } from '../calendar/parts/people'
import { type DueByDay, DueItems } from '../calendar/views/due-items'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useViewsText } from '../i18n/views'
import { useWallText } from '../i18n/wall'
import { onDay } from '../lib/layout'
import { dayOf } from '../lib/tz'
import { Avatar } from '../ui/person'
import { Counted } from './counted'

const MAX_FACES = 4
/** Rows of what is to be done on a day: its events have room, too. */
const MAX_DUE = 2

interface DaysProps {
  data: CalendarData
  /** What is to be done beside the events. */
  due: DueByDay
  first: number
  count: number
  now: number
  onOpen: (placed: PlacedEntry) => void
}

/** A column for each day. */
export function Days({ data, due, first, count, now, onOpen }: DaysProps) {
  const days = Array.from({ length: count }, (_, index) => first + index)
  return (
    <div class="wall-days" style={{ '--count': String(count) }}>
      {days.map((day) => (
        <Day
          key={day}
          placed={onDay(data.placed, day)}
          due={due}
          people={data.people}
          state={data.coverage.stateOf(day)}
          day={day}
          now={now}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

interface DayProps {
  placed: PlacedEntry[]
  due: DueByDay
  people: CalendarData['people']
  state: DayState
  day: number
  now: number
  onOpen: (placed: PlacedEntry) => void
}

/** What is over folds into a line, so that what comes is at the top. */
function Day({ placed, due: { isKnown, on }, people, state, day, now, onOpen }: DayProps) {
  const { calendar } = useText()
  const wall = useWallText()
  const formats = useFormats()
  const dayName = useDayName()
  const { more } = useViewsText().due
  const today = dayOf(now)
  const due = on(day)
  const isFree = state === 'known' && isKnown && placed.length + due.length === 0
  const over = day === today ? placed.filter((one) => isPast(one, now)).length : 0
  const ahead = day === today ? placed.filter((one) => !isPast(one, now)) : placed
  const cards = (some: readonly PlacedEntry[]) =>
    some.map((one) => (
      <li key={one.item.key}>
        <Card placed={one} day={day} onOpen={onOpen} />
      </li>
    ))
  return (
    <section class={`wall-day ${day === today ? 'today' : ''} ${state}`} aria-label={formats.full(day)}>
      <h2>
        <span>{dayName(day, today)}</span>
        <b>{formats.dayOfMonth(day)}</b>
      </h2>
      <Counted>
        {over > 0 && <li class="wall-earlier">{calendar.earlier(over)}</li>}
        {cards(ahead.filter(({ isBar }) => isBar))}
        <DueItems {...{ due, people }} most={MAX_DUE} more={(count) => <p class="wall-earlier">{more(count)}</p>} />
        {cards(ahead.filter(({ isBar }) => !isBar))}
        {state !== 'known' && <li class={`wall-nothing ${state}`}>{wall.states[state]}</li>}
        {isFree && <li class="wall-nothing">{wall.nothing}</li>}
      </Counted>
    </section>
  )
}

function Card({ placed, day, onOpen }: { placed: PlacedEntry; day: number; onOpen: (placed: PlacedEntry) => void }) {
  const describe = useDescribe()
  const formats = useFormats()
  const { people, label, save, birthday } = placed.item
  const startsToday = !placed.isBar && placed.firstDay === day
  const when = startsToday ? formats.time(placed.startWall) : describe.times(placed, day)
  return (
    <button
      type="button"
      class={`wall-card person ${stateClass(placed.item)}`}
      style={colorsOf(people)}
      onClick={() => onOpen(placed)}
    >
      <span class="wall-card-title">{label}</span>
      <span class="wall-card-meta">
        {birthday ? (
          <Cake aria-hidden="true" />
        ) : (
          people.slice(0, MAX_FACES).map((person) => <Avatar key={person.key} person={person} />)
        )}
        <span aria-hidden="true">{when}</span>
        <span class="visually-hidden">, {describe.rest(placed)}</span>
      </span>
      <SaveMark save={save} />
    </button>
  )
}
