import { useRef } from 'preact/hooks'
import type { CalendarData, PlacedEntry } from '../calendar/data'
import { useFits } from '../calendar/parts/fits'
import type { DueByDay } from '../calendar/views/due-items'
import { PeopleDay } from '../calendar/views/people-day'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { onDay } from '../lib/layout'
import { dayOf } from '../lib/tz'
import { Counted } from './counted'

/** Of a column whose words can be read from across the kitchen, in `rem`. */
const LEAST_WIDTH = 6.9

interface TodayProps {
  data: CalendarData
  now: number
  /** What is to be done beside the events. */
  due: DueByDay
  onOpen: (placed: PlacedEntry) => void
}

/** Who does what today: a column for each person. */
export function Today({ data, now, due, onOpen }: TodayProps) {
  const { common } = useText()
  const formats = useFormats()
  const section = useRef<HTMLElement>(null)
  const most = useFits(section, LEAST_WIDTH)
  const { placed, coverage, people, hidden, unshared } = data
  const day = dayOf(now)
  const state = coverage.stateOf(day)
  return (
    <section ref={section} class={`wall-day today ${state}`} aria-label={formats.full(day)}>
      <h2>
        <span>{common.today}</span>
        <b>{formats.dayOfMonth(day)}</b>
      </h2>
      <PeopleDay
        {...{ people, hidden, unshared, state, day, now, most, due, onOpen }}
        events={onDay(placed, day)}
        foldsPast
        list={Counted}
      />
    </section>
  )
}
