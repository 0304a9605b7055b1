import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { Button, IconButton } from '../ui/button'
import { ChevronDown, ChevronLeft, ChevronRight, CloudOff, Search, Users } from '../ui/icons'
import { Menu } from '../ui/menu'
import { Segmented } from '../ui/segmented'
import { VIEWS, type View } from './place'

export type Panel = 'jump' | 'people' | 'search'

interface HeaderProps {
  view: View
  day: number
  today: number
  /** The first day and the number of days that a week or day view shows. */
  first: number
  days: number
  hiddenCount: number
  unsavedCount: number
  /** There is little room: what can be is behind one button. */
  isSmall: boolean
  /** Beside a side panel, which has the month and the people. */
  hasSide: boolean
  onView: (view: View) => void
  onStep: (steps: number) => void
  onToday: () => void
  onPanel: (panel: Panel) => void
}

/** What is shown, and the ways to show something else. */
export function Header(props: HeaderProps) {
  const { view, hasSide, isSmall, hiddenCount, unsavedCount, onView, onStep, onToday, onPanel } = props
  const { calendar, common } = useText()
  const title = useTitle(props)
  return (
    <header class="calendar-bar">
      <div class="calendar-title">
        <h1>
          {hasSide ? (
            title
          ) : (
            <button type="button" aria-haspopup="dialog" title={calendar.jump} onClick={() => onPanel('jump')}>
              {title} <ChevronDown aria-hidden="true" />
            </button>
          )}
        </h1>
      </div>
      {!isSmall && <Tools hasSide={hasSide} hiddenCount={hiddenCount} onPanel={onPanel} />}
      <div class="calendar-steps">
        <IconButton label={calendar.previous[view]} onClick={() => onStep(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <Button kind="quiet" onClick={onToday}>
          {common.today}
        </Button>
        <IconButton label={calendar.next[view]} onClick={() => onStep(1)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        {isSmall && <SmallMenu onPanel={onPanel} />}
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

interface ToolsProps {
  hasSide: boolean
  hiddenCount: number
  onPanel: (panel: Panel) => void
}

/** Search and, where no side panel has them, the people. */
function Tools({ hasSide, hiddenCount, onPanel }: ToolsProps) {
  const { calendar } = useText()
  return (
    <div class="calendar-tools">
      <IconButton label={calendar.search} onClick={() => onPanel('search')}>
        <Search aria-hidden="true" />
      </IconButton>
      {!hasSide && (
        <IconButton
          label={calendar.filter}
          aria-description={calendar.filterCount(hiddenCount)}
          aria-haspopup="dialog"
          class={hiddenCount > 0 ? 'has-hidden' : ''}
          onClick={() => onPanel('people')}
        >
          <Users aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

/** The same behind one button. */
function SmallMenu({ onPanel }: { onPanel: (panel: Panel) => void }) {
  const { common, calendar } = useText()
  const actions = [
    { label: calendar.search, icon: <Search aria-hidden="true" />, run: () => onPanel('search') },
    { label: calendar.filter, icon: <Users aria-hidden="true" />, run: () => onPanel('people') },
  ]
  return <Menu label={common.more} actions={actions} />
}

/** `November 2026`, the days of the week, or the day. In little room what goes without saying is left out. */
function useTitle({ view, day, today, first, days, isSmall }: HeaderProps) {
  const formats = useFormats()
  const isShort = isSmall && formats.year(day) === formats.year(today)
  if (view === 'day' && isSmall) return <span>{`${formats.weekdayShort(day)} ${formats.dayMonth(day)}`}</span>
  if (view === 'day') return <span>{formats.full(day)}</span>
  if (view === 'week')
    return <span>{(isShort ? formats.dayRangeShort : formats.dayRange)(first, first + days - 1)}</span>
  return (
    <>
      <span>{formats.month(day)}</span> {!isShort && <small>{formats.year(day)}</small>}
    </>
  )
}
