import type { ComponentChildren, ComponentType } from 'preact'
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useAfterFirstPaint } from '../lib/idle'
import { useLasting } from '../lib/lasting'
import { LAPTOP, TOUCH, useMedia } from '../lib/media'
import { PartLoading } from '../shell/empty-pages'
import { lazy, lazyExtra, withStyle } from '../ui/lazy'
import type { Create } from './create'
import type { CalendarData, PlacedEntry, Range } from './data'
import { columnsOf, daysOnScreen, type View } from './place'
import { KeepAlive, useMountedViews } from './views/keep-alive'
import { Month, type MonthDue } from './views/month'
import { MonthCompact } from './views/month-compact'

/** A view whose code comes when it is first chosen. */
const later = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) => lazy(load, PartLoading)

export const Agenda = later(() => withStyle('today', import('./views/agenda')))
const Notes = lazyExtra(() => import('./area-notes'))
const AccountWatch = lazyExtra(() => import('../forms/account-watch'))
const OwnMissingDue = lazyExtra(() => import('./views/own-missing-due'))
const OwnMonthDue = lazyExtra(() => withStyle('today', import('./views/own-month-due')))
const MonthHand = lazyExtra(() => import('./drag/month-hand'))
const KeepFocus = lazyExtra(() => import('./parts/keep-focus'))
const PullToRefresh = lazyExtra(() => import('./parts/pull-to-refresh'))
export const PeopleList = later(async () => ({
  default: (await withStyle('today', import('./views/people-list'))).PeopleList,
}))
const Swipe = lazyExtra(() => import('./views/swipe'))
const TimeGrid = later(() => withStyle('today', import('./views/movable-time-grid')))

/** So long nothing is drawn: most answers come before. */
const SLOW_MS = 700

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
  onCreate: Create
}

/** The view that is chosen, or why there is nothing to see. */
export function ViewArea(props: ViewAreaProps) {
  const { view, data, day, today, range, isPhone } = props
  const { calendar } = useText()
  const { firstWeekday } = useFormats()
  const isTouch = useMedia(TOUCH)
  const isAtRest = useAfterFirstPaint()
  const [isNear, setNear] = useState(false)
  const [due, setDue] = useState<MonthDue>()
  const area = useRef<HTMLDivElement>(null)
  const near = () => setNear(true)
  const isSlow = useLasting(data.isLoading, SLOW_MS)
  if (data.isLoading && !isSlow) return <div class="calendar-area" />
  const seen = daysOnScreen(view, day, range, isPhone, firstWeekday)
  return (
    <div ref={area} class="calendar-area" onPointerEnter={near} onFocusCapture={near}>
      {isAtRest && <AccountWatch />}
      {isAtRest && <KeepFocus />}
      {(isAtRest || !data.coverage.knows(seen)) && <Notes data={data} seen={seen} />}
      {isAtRest && <OwnMissingDue />}
      {isTouch && isAtRest && <PullToRefresh area={area} />}
      <p hidden id="drag-hint">
        {calendar.drag.hint}
      </p>
      <Views {...props} due={due} />
      {view === 'month' && isAtRest && <OwnMonthDue {...range} today={today} onDue={setDue} />}
      {view === 'month' && (isAtRest || isNear) && <MonthHand {...props} {...{ area, placed: data.placed }} />}
    </div>
  )
}

/** Views that are mounted ahead, in idle time. On a phone all but the hours render fast enough. */
const AHEAD = [
  ['week', TimeGrid.preload],
  ['agenda', Agenda.preload],
  ['day', TimeGrid.preload],
  ['month', async () => {}],
] as const
const AHEAD_ON_PHONES = AHEAD.slice(0, 1)

/** Visited views stay mounted: switching between them costs little. */
function Views(props: ViewAreaProps & { due: MonthDue | undefined }) {
  const { view, data, due, day, today, now, isPhone, isLow, onPick, onStep, onOpen, onOpenDay, onCreate } = props
  const { placed, coverage, people, hidden } = data
  const { firstWeekday } = useFormats()
  const isWide = useMedia(LAPTOP)
  const isTouch = useMedia(TOUCH)
  const isCompact = isPhone || isLow
  const ready = useMountedViews(view, isCompact ? AHEAD_ON_PHONES : AHEAD)
  // The buttons of these views pass no hour.
  const onCreateOn = useCallback((at: number) => onCreate(at), [onCreate])
  // One person's day is a day as ever.
  const isOfSeveral = people.filter(({ key }) => !hidden.has(key)).length > 1
  const shown = useMemo(() => ({ people, hidden }), [people, hidden])
  const { stateOf } = coverage
  const grid = { placed, stateOf, due, day, today, onPick, onOpen, onOpenDay, onCreate: onCreateOn }
  const hours = { placed, coverage, now, onOpen, onOpenDay, onCreate }
  const draw: Record<View, () => ComponentChildren> = {
    month: () => (isCompact ? <MonthCompact {...grid} now={now} /> : <Month {...grid} />),
    agenda: () => <Agenda {...{ day, today, now, onOpen }} onTop={onPick} onCreate={onCreateOn} />,
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
  const pages = useRef<HTMLDivElement>(null)
  const turn = (direction: 1 | -1, from: Element) => {
    if (view === 'agenda') return null
    const list = from.closest('.day-list')
    if (list === null) onStep(direction)
    else onPick(day + direction)
    return list ?? pages.current
  }
  return (
    <div ref={pages} class="views">
      {isTouch && <Swipe element={pages} onSwipe={turn} />}
      {[...ready].map((one) => (
        <KeepAlive key={`${one} ${isCompact}`} isShown={one === view}>
          {draw[one]()}
        </KeepAlive>
      ))}
    </div>
  )
}
