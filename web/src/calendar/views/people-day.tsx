import type { ComponentChildren, FunctionComponent } from 'preact'
import { useText } from '../../i18n'
import { dayOf } from '../../lib/tz'
import { Avatar, usePersonName } from '../../ui/person'
import { dayByPerson, type PersonDay, type Shown } from '../by-person'
import type { DayState } from '../coverage'
import type { PlacedEntry } from '../data'
import { type Describe, isPast, useDescribe } from '../parts/describe'
import { SaveMark, stateClass } from '../parts/marks'
import { colorsOf, Initials } from '../parts/people'
import type { Unshared } from '../unshared'
import { EVERYBODY, type EventPerson, personKey } from '../who'
import type { DueByDay, DueThing } from './due-items'
import { QuietPeople } from './quiet-people'

interface PeopleDayProps extends Shown {
  /** What happens on the day. */
  events: readonly PlacedEntry[]
  state: DayState
  unshared: Unshared
  day: number
  /** The household's clock, as a wall value. */
  now: number
  /** Columns that there is room for. */
  most: number
  /** What is to be done beside the events. */
  due: DueByDay
  /** What is over is only counted. */
  foldsPast?: boolean
  /** What the events of a person stand in, where it is more than a list. */
  list?: FunctionComponent<{ children: ComponentChildren }> | 'ul'
  onOpen: (placed: PlacedEntry) => void
}

/** A day with a column for each person, and above them what is for everybody. */
export function PeopleDay({ events, people, hidden, most, due: { isKnown, on }, ...props }: PeopleDayProps) {
  const describe = useDescribe()
  const due = on(props.day)
  // Nobody is known to have nothing on a day that is not known.
  const { columns, everyone, quiet } = dayByPerson(
    events,
    { people, hidden },
    props.state === 'known' ? most : Infinity,
    new Set(due.flatMap(({ personIds }) => personIds.map(personKey))),
  )
  const forAnybody = due.filter(({ personIds }) => personIds.length === 0)
  const dueOf = ({ key }: EventPerson) => due.filter(({ personIds }) => personIds.map(personKey).includes(key))
  const words = { ...props, describe, isDueKnown: isKnown }
  // In equal rows, where there are more than have room beside each other.
  const rows = Math.ceil(columns.length / Math.max(1, most))
  return (
    <div class="people-day" style={{ '--columns': Math.ceil(columns.length / rows) }}>
      {everyone.length + forAnybody.length > 0 && (
        <Column {...words} person={everyoneOf(everyone)} events={everyone} due={forAnybody} />
      )}
      {columns.length > 0 && (
        <div class="person-columns">
          {columns.map((column) => (
            <Column key={column.person.key} {...words} {...column} due={dueOf(column.person)} />
          ))}
        </div>
      )}
      {isKnown && <QuietPeople people={quiet} unshared={props.unshared} />}
    </div>
  )
}

const everyoneOf = (events: readonly PlacedEntry[]): EventPerson =>
  events.flatMap(({ item }) => item.people).find(({ isEveryone }) => isEveryone) ?? EVERYBODY

type ColumnProps = PersonDay &
  Pick<PeopleDayProps, 'state' | 'unshared' | 'day' | 'now' | 'foldsPast' | 'list' | 'onOpen'> & {
    describe: Describe
    due: readonly DueThing[]
    isDueKnown: boolean
  }

function Column({
  person,
  events,
  due,
  isDueKnown,
  state,
  unshared,
  day,
  now,
  foldsPast = false,
  list: List = 'ul',
  describe,
  onOpen,
}: ColumnProps) {
  const { calendar } = useText()
  const name = usePersonName()(person)
  const isToday = day === dayOf(now)
  const over = events.filter((one) => isToday && isPast(one, now))
  const isQuiet = state === 'known' && isDueKnown && unshared !== null && events.length + due.length === 0
  const shown = foldsPast ? events.filter((one) => !over.includes(one)) : events
  return (
    <section
      class={`person-column person ${person.isEveryone ? 'everyone' : ''} ${state}`}
      style={{ '--person': person.color }}
      aria-label={name}
    >
      <h3>
        <Avatar person={person} />
        <span>{name}</span>
      </h3>
      <List>
        {foldsPast && over.length > 0 && <li class="person-note">{calendar.earlier(over.length)}</li>}
        {shown.map((one) => (
          <li key={one.item.key}>
            <Card {...{ person, day, describe, onOpen }} placed={one} isOver={over.includes(one)} />
          </li>
        ))}
        {due.map(({ key, draw }) => (
          <li key={key}>{draw()}</li>
        ))}
        {state !== 'known' && <li class={`person-note ${state}`}>{calendar.dayStates[state]}</li>}
        {isQuiet && <li class="person-note">{unshared.has(person.key) ? calendar.nothingShared : calendar.free}</li>}
      </List>
    </section>
  )
}

interface CardProps {
  /** In whose column it stands. */
  person: EventPerson
  placed: PlacedEntry
  day: number
  isOver: boolean
  describe: Describe
  onOpen: (placed: PlacedEntry) => void
}

function Card({ person, placed, day, isOver, describe, onOpen }: CardProps) {
  const { item } = placed
  const others = item.people.filter(({ key, isBirthday }) => isBirthday || key !== person.key)
  const range = describe.times(placed, day)
  const isWithinDay = !placed.isBar && placed.firstDay === placed.lastDay
  const when = [isWithinDay ? describe.formats.time(placed.startWall) : range, range]
  return (
    <button
      type="button"
      class={`person-card person ${stateClass(item)} ${isOver ? 'over' : ''}`}
      style={colorsOf([person, ...others])}
      onClick={() => onOpen(placed)}
    >
      <b>{item.label}</b>
      <span class="person-card-when" aria-hidden="true">
        <time class="from">{when[0]}</time>
        <span class="range">{when[1]}</span>
        <Initials people={others} />
      </span>
      {item.location !== null && (
        <span class="person-card-place" aria-hidden="true">
          {item.location}
        </span>
      )}
      <span class="visually-hidden">, {describe.rest(placed)}</span>
      <SaveMark save={item.save} />
    </button>
  )
}
