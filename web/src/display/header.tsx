import type { CalendarData } from '../calendar/data'
import { useText } from '../i18n'
import { useDisplayText } from '../i18n/display'
import { useFormats } from '../i18n/format'
import { useWallText } from '../i18n/wall'
import { Button, IconButton } from '../ui/button'
import { ChevronLeft, ChevronRight, Plus } from '../ui/icons'
import { Segmented } from '../ui/segmented'
import { Stale } from '../wall/stale'
import type { Screen } from './api'

const VIEWS = ['today', 'week', 'month'] as const
export type DisplayView = (typeof VIEWS)[number]

interface DisplayHeaderProps {
  screen: Screen
  /** What is on screen, and how old it is. */
  data: CalendarData
  view: DisplayView
  day: number
  onView: (view: DisplayView) => void
  onStep: (steps: number) => void
  /** Null where nothing may be added. */
  onAdd: (() => void) | null
}

/** Which days are shown, how old that is, and what could not be added. */
export function DisplayHeader({ screen, data, view, day, onView, onStep, onAdd }: DisplayHeaderProps) {
  const texts = useDisplayText()
  const wall = useWallText()
  const formats = useFormats()
  return (
    <header class="wall-header display-header">
      <Segmented
        label={texts.view}
        value={view}
        options={VIEWS.map((value) => ({ value, label: texts.views[value] }))}
        onChange={onView}
      />
      {view === 'today' ? (
        <p class="display-name">{screen.display.name}</p>
      ) : (
        <>
          <IconButton label={wall.previous} onClick={() => onStep(-1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <p class="display-name">{formats.monthYear(day)}</p>
          <IconButton label={wall.following} onClick={() => onStep(1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </>
      )}
      <Stale data={data} />
      <NotAdded screen={screen} />
      {onAdd && (
        <Button kind="primary" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {texts.addEvent}
        </Button>
      )}
    </header>
  )
}

/** Events that were added here and are not in the calendar. */
function NotAdded({ screen: { writes = [] } }: { screen: Screen }) {
  const { calendar } = useText()
  const texts = useDisplayText()
  const failed = writes.filter(({ status }) => status !== 'pending')
  const waiting = writes.length - failed.length
  return (
    <>
      {waiting > 0 && (
        <span class="chip" role="status">
          {calendar.saving}
        </span>
      )}
      {failed.length > 0 && (
        <span class="chip bad" role="status">
          {texts.notAdded(failed.map(({ title }) => title).join(', '))}
        </span>
      )}
    </>
  )
}
