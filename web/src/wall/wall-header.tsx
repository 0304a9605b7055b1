import type { CalendarData } from '../calendar/data'
import { PeopleFilter } from '../calendar/parts/people-filter'
import { useText } from '../i18n'
import { useWallText } from '../i18n/wall'
import { Button, IconButton } from '../ui/button'
import { ChevronLeft, ChevronRight, House } from '../ui/icons'
import { WallAge } from './stale'

interface WallHeaderProps {
  /** What is on screen, and how old it is. */
  data: CalendarData
  /** How many days after today the first column is. */
  ahead: number
  /** Columns on screen. */
  count: number
  /** The key of the caller's own person. */
  own: string | null
  onFilter: (hidden: ReadonlySet<string>) => void
  onStep: (ahead: number) => void
}

/** Who is shown, and which days. */
export function WallHeader({ data, ahead, count, own, onFilter, onStep }: WallHeaderProps) {
  const { common } = useText()
  const wall = useWallText()
  return (
    <header class="wall-header">
      <PeopleFilter {...data} own={own} onChange={onFilter} />
      <WallAge data={data} />
      {ahead !== 0 && <Button onClick={() => onStep(0)}>{common.today}</Button>}
      <IconButton label={wall.previous} onClick={() => onStep(ahead - count)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton label={wall.following} onClick={() => onStep(ahead + count)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
      <a class="icon-button" href="/" aria-label={wall.leave} title={wall.leave}>
        <House aria-hidden="true" />
      </a>
    </header>
  )
}
