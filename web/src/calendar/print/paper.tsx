import { usePeople } from '../../data/people'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { useViewsText } from '../../i18n/views'
import { useNow } from '../../lib/clock'
import { monthStart, onDay } from '../../lib/layout'
import { minutesOf } from '../../lib/typed-time'
import { dayOf, MINUTE } from '../../lib/tz'
import { type DueOn, dueOn } from '../../lists/chores/due'
import { useDue } from '../../lists/chores/use-due'
import type { ViewItem } from '../../lists/writes/view'
import type { Coverage } from '../coverage'
import { type PlacedEntry, type Range, useCalendar } from '../data'
import { type Describe, useDescribe } from '../parts/describe'
import { daysOnScreen, useCalendarPlace } from '../place'
import { useWhoDoes } from '../views/due-items'
import { useIsShown } from '../views/own-due'
import { everybody } from '../who'
import { withRepeats } from './due-again'

const AGENDA_DAYS = 28
/** Never begins a line. */
const BESIDE = '\u00a0· '

/** What the calendar shows, for paper: every event and all that is to be done in words, by name. */
export function Paper() {
  const { calendar } = useText()
  const { due: dueTexts } = useViewsText()
  const describe = useDescribe()
  const { formats } = describe
  const today = dayOf(useNow(useZone()))
  const { view, day } = useCalendarPlace(today)
  const range = daysOnScreen(view, day, { first: day, days: AGENDA_DAYS }, false, formats.firstWeekday)
  // Paper does not wait for an answer: what the screen knows is printed.
  const { placed, coverage } = useCalendar(range, { enabled: false })
  const last = range.first + range.days - 1
  const people = usePeople()
  const isShown = useIsShown()
  const known = useDue(false)
  // A plan on the wall does not go on by itself when something is done.
  const due = withRepeats(known.due, people, { today, last }).filter(isShown)
  const words = { describe, placed, coverage, dueOf: (on: number) => dueOn(due, on, today), isDueKnown: known.isKnown }
  const isGrid = view === 'month' || view === 'week'
  const title = {
    month: formats.monthYear(day),
    week: formats.dayRange(range.first, last),
    day: formats.fullYear(day),
    agenda: formats.dayRange(range.first, last),
  }
  return (
    <article class={isGrid ? 'paper-wide' : undefined} aria-label={calendar.print}>
      <h1>{title[view]}</h1>
      {!known.isKnown && <p>{dueTexts.notLoaded}</p>}
      {isGrid ? (
        <Weeks {...words} {...range} month={view === 'month' ? monthStart(day) : null} />
      ) : (
        <Days {...words} {...range} />
      )}
    </article>
  )
}

interface Words extends Range {
  describe: Describe
  placed: readonly PlacedEntry[]
  coverage: Coverage
  dueOf: (day: number) => DueOn<ViewItem>[]
  /** Whether there is nothing else to be done. */
  isDueKnown: boolean
}

const upTo = (days: number): number[] => Array.from({ length: days }, (_, index) => index)

/** A row for each week. */
function Weeks({ first, days, month, ...words }: Words & { month: number | null }) {
  const { formats } = words.describe
  return (
    <table class={month === null ? 'paper-week' : undefined}>
      <thead>
        <tr>
          {upTo(7).map((column) => (
            <th key={column} scope="col">
              {formats.weekday(first + column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {upTo(days / 7).map((row) => (
          <tr key={row}>
            {upTo(7).map((column) => {
              const day = first + row * 7 + column
              const isOutside = month !== null && monthStart(day) !== month
              return (
                <td key={column} class={isOutside ? 'outside' : undefined}>
                  <b>{month === null || isOutside ? formats.dayMonth(day) : formats.dayOfMonth(day)}</b>
                  <DayOnPaper {...words} day={day} isBrief={month !== null} />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One day below the other, those without anything left out. */
function Days({ first, days, ...words }: Words) {
  const { placed, coverage, dueOf } = words
  const { formats } = words.describe
  const isListed = (day: number) =>
    coverage.stateOf(day) !== 'known' || onDay(placed, day).length + dueOf(day).length > 0
  const listed = upTo(days).map((index) => first + index)
  return (
    <>
      {listed
        .filter((day) => days === 1 || isListed(day))
        .map((day) => (
          <section key={day}>
            {days > 1 && <h2>{formats.full(day)}</h2>}
            <DayOnPaper {...words} day={day} isBrief={false} />
          </section>
        ))}
    </>
  )
}

interface DayProps extends Omit<Words, 'first' | 'days'> {
  day: number
  /** With the start alone, and without the place. */
  isBrief: boolean
}

function DayOnPaper({ describe, placed, coverage, dueOf, isDueKnown, day, isBrief }: DayProps) {
  const { calendar } = useText()
  const events = onDay(placed, day)
  const due = dueOf(day)
  const state = coverage.stateOf(day)
  const isFree = state === 'known' && isDueKnown && events.length + due.length === 0
  const when = (one: PlacedEntry) => {
    const startsHere = isBrief && !one.item.allDay && one.firstDay === day
    return startsHere ? describe.formats.time(one.startWall) : describe.times(one, day)
  }
  return (
    <ul>
      {events.map((one) => (
        <li key={one.item.key} class={one.item.allDay ? 'bar' : undefined}>
          {(!isBrief || !one.item.allDay || one.firstDay !== one.lastDay) && <time>{when(one)}</time>} {one.item.label}
          <small>
            {!isBrief && one.item.location && BESIDE + one.item.location}
            {one.item.people.some(({ isEveryone }) => !isEveryone) && BESIDE + describe.people(one)}
          </small>
        </li>
      ))}
      {events.length === 0 && state !== 'known' && <li>{calendar.dayStates[state]}</li>}
      {isFree && !isBrief && <li>{calendar.free}</li>}
      {due.map((one) => (
        <DueOnPaper key={one.item.key} due={one} />
      ))}
    </ul>
  )
}

/** With a box to tick. */
function DueOnPaper({ due: { item, isLate, personIds } }: { due: DueOn<ViewItem> }) {
  const { due: texts } = useViewsText()
  const { time } = useFormats()
  const who = useWhoDoes(everybody(usePeople()))(personIds)
  const said = [isLate ? texts.late : '', who].filter((part) => part !== '')
  return (
    <li class="due">
      {item.dueTime && <time>{time(minutesOf(item.dueTime) * MINUTE)} </time>}
      {item.text}
      <small>{said.map((part) => BESIDE + part)}</small>
    </li>
  )
}
