import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useMedia } from '../lib/media'
import { whole } from '../lib/needs'
import { Button, IconButton } from '../ui/button'
import { ChevronDown, ChevronLeft, ChevronRight, CloudOff, Printer, Search } from '../ui/icons'
import { Segmented } from '../ui/segmented'
import { useWeekNumber } from '../ui/week-numbers'
import { VIEWS, type View } from './place'

export type Panel = 'jump' | 'search'

/** Beside a side panel there is little room for a title. */
const NARROW = '(min-width: 64em) and (max-width: 78.9375em)'

interface HeaderProps {
  view: View
  day: number
  today: number
  /** The first day and the number of days that a week or day view shows. */
  first: number
  days: number
  unsavedCount: number
  /** There is little room: what goes without saying is left out. */
  isSmall: boolean
  /** Beside a side panel, which has the month. */
  hasSide: boolean
  onView: (view: View) => void
  onStep: (steps: number) => void
  onToday: () => void
  onPanel: (panel: Panel) => void
}

/** What is shown, and the ways to show something else. */
export function Header(props: HeaderProps) {
  const { view, hasSide, unsavedCount, onView, onStep, onToday, onPanel } = props
  const { calendar, common } = useText()
  const isNarrow = useMedia(NARROW)
  const title = useTitle({ ...props, isSmall: props.isSmall || isNarrow })
  return (
    <header class="calendar-bar">
      <div class="calendar-title">
        <h1>
          <button type="button" aria-haspopup="dialog" title={calendar.jump} onClick={() => onPanel('jump')}>
            {title}
            <ChevronDown aria-hidden="true" />
          </button>
        </h1>
      </div>
      <div class="calendar-steps">
        {hasSide && !isNarrow && (
          <IconButton
            label={calendar.print}
            onClick={() => void whole(() => import('./print/print')).then(({ print }) => print())}
          >
            <Printer aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={calendar.search} onClick={() => onPanel('search')}>
          <Search aria-hidden="true" />
        </IconButton>
        <IconButton label={calendar.previous[view]} onClick={() => onStep(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <Button kind="quiet" onClick={onToday}>
          {common.today}
        </Button>
        <IconButton label={calendar.next[view]} onClick={() => onStep(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <Segmented
        label={calendar.view}
        value={view}
        options={VIEWS.map((value) => ({ value, label: calendar.views[value] }))}
        onChange={onView}
      />
      {unsavedCount > 0 && (
        <a class="button danger unsaved-button" href="/unsaved">
          <CloudOff aria-hidden="true" />
          {calendar.notSavedCount(unsavedCount)}
        </a>
      )}
    </header>
  )
}

/** `November 2026`, the days of the week, or the day. In little room what goes without saying is left out. */
function useTitle({ view, day, today, first, days, isSmall }: HeaderProps) {
  const formats = useFormats()
  const { calendar } = useText()
  const week = useWeekNumber()(first)
  const isShort = isSmall && formats.year(day) === formats.year(today)
  if (view === 'day' && isSmall) return <span>{`${formats.weekdayShort(day)} ${formats.dayMonth(day)}`}</span>
  if (view === 'day') return <span>{formats.full(day)}</span>
  if (view === 'week')
    return (
      <>
        <span>{(isShort ? formats.dayRangeShort : formats.dayRange)(first, first + days - 1)}</span>
        {week !== undefined && !isSmall && <small> {calendar.week(week)}</small>}
      </>
    )
  return (
    <>
      <span>{formats.month(day)}</span>
      {!isShort && <small> {formats.year(day)}</small>}
    </>
  )
}
