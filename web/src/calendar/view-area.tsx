import type { ComponentChildren } from 'preact'
import { useCallback, useMemo, useRef } from 'preact/hooks'
import { queries, refresh, useQuery } from '../data/queries'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useAfterFirstPaint } from '../lib/idle'
import { LAPTOP, TOUCH, useMedia } from '../lib/media'
import { Button } from '../ui/button'
import { CalendarDays, CloudOff } from '../ui/icons'
import { lazy, lazyExtra, withStyle } from '../ui/lazy'
import type { CalendarData, PlacedEntry, Range } from './data'
import { columnsOf, daysOnScreen, type View } from './place'
import { KeepAlive, useMountedViews } from './views/keep-alive'
import { Month } from './views/month'
import { MonthCompact } from './views/month-compact'
import type { EventPerson } from './who'

export const Agenda = lazy(async () => ({ default: (await import('./views/agenda')).Agenda }))
const AccountWatch = lazyExtra(() => import('../forms/account-watch'))
const PullToRefresh = lazyExtra(async () => ({ default: (await import('./parts/pull-to-refresh')).PullToRefresh }))
export const PeopleList = lazy(async () => ({
  default: (await withStyle('today', import('./views/people-list'))).PeopleList,
}))
export const TimeGrid = lazy(() => withStyle('today', import('./views/movable-time-grid')))

interface ViewAreaProps {
  view: View
  data: CalendarData
  day: number
  today: number
  now: number
  range: Range
  isPhone: boolean
  isLow: boolean
  onPick: (day: number) => void
  onStep: (steps: number) => void
  onOpen: (placed: PlacedEntry) => void
  onOpenDay: (day: number) => void
  onCreate: (day: number, wall?: number, person?: EventPerson) => void
}

/** The view that is chosen, or why there is nothing to see. */
export function ViewArea(props: ViewAreaProps) {
  const { data } = props
  const { calendar } = useText()
  const isTouch = useMedia(TOUCH)
  const isAtRest = useAfterFirstPaint()
  const area = useRef<HTMLDivElement>(null)
  if (data.isLoading) return <div class="calendar-area" />
  return (
    <div ref={area} class="calendar-area">
      <NotConnected />
      {isAtRest && <AccountWatch />}
      <NotLoaded {...props} />
      {isTouch && <PullToRefresh area={area} />}
      <p class="visually-hidden" id="drag-hint">
        {calendar.drag.hint}
      </p>
      <Views {...props} />
    </div>
  )
}

/** Views that are mounted ahead, in idle time. The others render fast enough; on a phone all but the hours do. */
const AHEAD = [
  ['week', TimeGrid.preload],
  ['agenda', Agenda.preload],
  ['month', async () => {}],
] as const
const AHEAD_ON_PHONES = AHEAD.slice(0, 1)

/** Visited views stay mounted: switching between them costs little. */
function Views(props: ViewAreaProps) {
  const { view, data, day, today, now, range, isPhone, isLow, onPick, onStep, onOpen, onOpenDay, onCreate } = props
  const { placed, coverage, people, hidden } = data
  const { firstWeekday } = useFormats()
  const isWide = useMedia(LAPTOP)
  const isCompact = isPhone || isLow
  const ready = useMountedViews(view, isCompact ? AHEAD_ON_PHONES : AHEAD)
  // The buttons of these views pass no hour.
  const onCreateOn = useCallback((at: number) => onCreate(at), [onCreate])
  // One person's day is a day as ever.
  const isOfSeveral = people.filter(({ key }) => !hidden.has(key)).length > 1
  const shown = useMemo(() => ({ people, hidden }), [people, hidden])
  const grid = { placed, coverage, day, today, onPick, onOpen, onOpenDay, onCreate: onCreateOn }
  const hours = { placed, coverage, now, onOpen, onOpenDay, onCreate }
  const draw: Record<View, () => ComponentChildren> = {
    month: () => (isCompact ? <MonthCompact {...grid} now={now} onStep={onStep} /> : <Month {...grid} />),
    agenda: () => <Agenda {...{ placed, coverage, day, today, now, range, onOpen }} onCreate={onCreateOn} />,
    week: () => (
      <TimeGrid
        {...hours}
        {...columnsOf('week', day, isPhone, firstWeekday)}
        shown={null}
        maxColumns={isWide ? 3 : 2}
      />
    ),
    day: () =>
      isPhone && isOfSeveral ? (
        <PeopleList {...{ data, day, now, onOpen }} />
      ) : (
        <TimeGrid
          {...hours}
          {...columnsOf('day', day, isPhone, firstWeekday)}
          shown={isOfSeveral ? shown : null}
          maxColumns={isPhone ? 4 : 6}
        />
      ),
  }
  return (
    <div class="views">
      {[...ready].map((one) => (
        <KeepAlive key={`${one} ${isCompact}`} isShown={one === view}>
          {draw[one]()}
        </KeepAlive>
      ))}
    </div>
  )
}

/** Unknown days are not empty days: says so, with a button to ask again. */
function NotLoaded({ view, data: { coverage }, day, range, isPhone }: ViewAreaProps) {
  const { common, calendar } = useText()
  const { firstWeekday } = useFormats()
  const seen = daysOnScreen(view, day, range, isPhone, firstWeekday)
  const states = Array.from({ length: seen.days }, (_, index) => coverage.stateOf(seen.first + index))
  if (!states.includes('unknown')) return null
  return (
    <div class="area-note slim" role="status">
      <CloudOff aria-hidden="true" />
      <p>{states.includes('known') ? calendar.someNotLoaded : calendar.unreachable}</p>
      <Button onClick={() => refresh(queries.events.queryKey)}>{common.tryAgain}</Button>
    </div>
  )
}

/** Tells a member without a calendar what to do; the calendar stays visible. */
function NotConnected() {
  const { noCalendar } = useText().calendar
  const calendars = useQuery(queries.writableCalendars).data
  if (calendars?.length !== 0) return null
  return (
    <div class="area-note">
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
