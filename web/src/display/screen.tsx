import { useEffect, useState } from 'preact/hooks'
import type { PlacedEntry } from '../calendar/data'
import { MissingDue } from '../calendar/views/missing-due'
import { Month } from '../calendar/views/month'
import { useMonthDue } from '../calendar/views/month-due'
import { refresh } from '../data/queries'
import { useFormats } from '../i18n/format'
import { useWallText } from '../i18n/wall'
import { useNow } from '../lib/clock'
import { useInactive } from '../lib/inactivity'
import { addMonths, monthGridStart } from '../lib/layout'
import { dayOf, positionInWeek } from '../lib/tz'
import { useWakeLock } from '../lib/wake-lock'
import { useUpdateWhen } from '../shell/service-worker'
import { lazyDialog } from '../ui/lazy'
import { Clock } from '../wall/clock'
import { Days } from '../wall/days'
import { Night } from '../wall/night'
import { BACK_TO_TODAY_MS, useDayCount } from '../wall/on-a-wall'
import { Today } from '../wall/today'
import type { Screen } from './api'
import { useDisplayCalendar } from './data'
import { useDisplayDue } from './due'
import { DisplayHeader, type DisplayView } from './header'
import { DisplayLists } from './lists'
import { displayQueries, refreshItems } from './queries'

const AddEvent = lazyDialog(() => import('./add-event'))
const Details = lazyDialog(() => import('./details'))

/** How often it looks what becomes of an event that is on its way. */
const WATCH_WRITES_MS = 5_000
const WEEK_DAYS = 7
const GRID_DAYS = 42
/** Asked from today on, so that the days that come are there when the network is not. */
const DAYS_ASKED = 14

/** What a paired display shows: who does what today, the days that come, and lists. */
export function DisplayScreen({ screen }: { screen: Screen }) {
  const wall = useWallText()
  const { firstWeekday } = useFormats()
  const { display, timezone } = screen
  const now = useNow(timezone)
  const today = dayOf(now)
  const [view, setView] = useState<DisplayView>('today')
  const [day, setDay] = useState(today)
  const [opened, setOpened] = useState<PlacedEntry | null>(null)
  const [addingOn, setAddingOn] = useState<number | null>(null)
  const isIdle = useInactive(BACK_TO_TODAY_MS)
  const coming = useDisplayCalendar({ first: today, days: DAYS_ASKED }, screen)
  const asked = view === 'month' ? monthGridStart(day, firstWeekday) : day - positionInWeek(day, firstWeekday)
  const days = view === 'month' ? GRID_DAYS : WEEK_DAYS
  const elsewhere = useDisplayCalendar({ first: asked, days }, screen)
  // Today stands above the days that come.
  const count = useDayCount() - 1
  const due = useDisplayDue(screen, today)
  const monthDue = useMonthDue(due, { first: asked, days }, elsewhere.people)
  useWakeLock(true)
  useUpdateWhen(isIdle)
  useWatchedWrites(screen)

  useEffect(() => {
    if (!isIdle) return
    setView('today')
    setDay(today)
    setOpened(null)
    setAddingOn(null)
  }, [isIdle])
  useEffect(() => setDay(today), [today])

  const step = (steps: number) => setDay(view === 'month' ? addMonths(day, steps) : day + steps * WEEK_DAYS)
  const choose = (chosen: DisplayView) => {
    setView(chosen)
    setDay(today)
  }
  const openDay = (picked: number) => {
    setView('week')
    setDay(picked)
  }
  const create = display.canAdd ? setAddingOn : () => {}
  return (
    <main id="main" class="wall display">
      <h1 class="visually-hidden">{display.name}</h1>
      <section class="wall-now" aria-label={wall.now}>
        <Clock now={now} data={coming} onOpen={setOpened} />
        <DisplayLists screen={screen} />
      </section>
      <section class="wall-main" aria-label={wall.days}>
        <DisplayHeader
          {...{ screen, view, day }}
          data={view === 'today' ? coming : elsewhere}
          onView={choose}
          onStep={step}
          onAdd={display.canAdd ? () => setAddingOn(view === 'today' ? today : day) : null}
        />
        <MissingDue {...due} readAgain={refreshItems} />
        {view === 'today' && (
          <>
            <Today data={coming} now={now} due={due} onOpen={setOpened} />
            <Days data={coming} due={due} first={today + 1} count={count} now={now} onOpen={setOpened} />
          </>
        )}
        {view === 'week' && (
          <div class="display-week">
            <Days data={elsewhere} due={due} first={asked} count={WEEK_DAYS} now={now} onOpen={setOpened} />
          </div>
        )}
        {view === 'month' && (
          <div class="display-month">
            <Month
              placed={elsewhere.placed}
              stateOf={elsewhere.coverage.stateOf}
              due={monthDue}
              {...{ day, today }}
              onPick={setDay}
              onOpen={setOpened}
              onOpenDay={openDay}
              onCreate={create}
            />
          </div>
        )}
      </section>
      <Night now={now} />
      {opened && <Details placed={opened} today={today} onClose={() => setOpened(null)} />}
      {addingOn !== null && <AddEvent day={addingOn} screen={screen} onClose={() => setAddingOn(null)} />}
    </main>
  )
}

function useWatchedWrites({ writes = [] }: Screen): void {
  const isWaiting = writes.some(({ status }) => status === 'pending')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => refresh(displayQueries.screen.queryKey), WATCH_WRITES_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
}
