import { useRef } from 'preact/hooks'
import { queries, refresh, useQuery } from '../data/queries'
import { useText } from '../i18n'
import { lazy } from '../shell/lazy'
import { Button } from '../ui/button'
import { Empty } from '../ui/empty'
import { CalendarDays, CloudOff } from '../ui/icons'
import type { CalendarData, PlacedEntry, Range } from './data'
import { PullToRefresh } from './parts/pull-to-refresh'
import type { View } from './place'
import { Month } from './views/month'
import { MonthCompact } from './views/month-compact'

const Agenda = lazy(async () => ({ default: (await import('./views/agenda')).Agenda }))
const TimeGrid = lazy(() => import('./views/movable-time-grid'))

interface ViewAreaProps {
  view: View
  data: CalendarData
  day: number
  today: number
  now: number
  /** What a week or day view shows. */
  first: number
  days: number
  range: Range
  isPhone: boolean
  onPick: (day: number) => void
  onStep: (steps: number) => void
  onOpen: (placed: PlacedEntry) => void
  onOpenDay: (day: number) => void
  onCreate: (day: number, wall?: number) => void
}

/** The view that is chosen, or why there is nothing to see. */
export function ViewArea(props: ViewAreaProps) {
  const { view, data, first, days, isPhone, onOpen, onOpenDay, onCreate } = props
  const area = useRef<HTMLDivElement>(null)
  if (data.isLoading) return data.isFailed ? <Unreachable /> : <div class="calendar-area" />
  const { placed } = data
  const common = { ...props, placed, onCreate: (at: number) => onCreate(at) }
  return (
    <div ref={area} class="calendar-area">
      <NotConnected data={data} />
      <PullToRefresh area={area} />
      {view === 'month' && (isPhone ? <MonthCompact {...common} /> : <Month {...common} />)}
      {view === 'agenda' && <Agenda {...common} />}
      {(view === 'week' || view === 'day') && (
        <TimeGrid
          key={`${view} ${days}`}
          {...{ placed, first, days, now: props.now, onOpen, onOpenDay, onCreate }}
          maxColumns={days === 1 ? (isPhone ? 4 : 6) : isPhone ? 2 : 4}
        />
      )}
    </div>
  )
}

function Unreachable() {
  const { common, calendar } = useText()
  return (
    <Empty icon={<CloudOff aria-hidden="true" />} title={calendar.unreachable}>
      <Button onClick={() => refresh(['events'])}>{common.tryAgain}</Button>
    </Empty>
  )
}

/** A new member has nowhere to write to: say what to do, and keep the calendar visible. */
function NotConnected({ data }: { data: CalendarData }) {
  const { noCalendar } = useText().calendar
  const calendars = useQuery(queries.writableCalendars).data
  if (calendars === undefined || calendars.length > 0 || data.entries.length > 0) return null
  return (
    <div class="not-connected">
      <CalendarDays aria-hidden="true" />
      <p>
        <b>{noCalendar.title}</b> {noCalendar.body}
      </p>
      <a class="button primary" href="/account">
        {noCalendar.action}
      </a>
    </div>
  )
}
