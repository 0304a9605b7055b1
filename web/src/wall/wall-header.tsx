import { type CalendarData, toggleHidden, useHidden } from '../calendar/data'
import { peopleOf } from '../calendar/entries'
import { useAsOfText } from '../calendar/parts/as-of'
import { useReachable } from '../data/connection'
import { useText } from '../i18n'
import { useWallText } from '../i18n/wall'
import { Button, IconButton } from '../ui/button'
import { ChevronLeft, ChevronRight, CloudOff, House } from '../ui/icons'
import { PersonToggle } from '../ui/person'

interface WallHeaderProps {
  /** What is on screen, and how old it is. */
  data: CalendarData
  /** How many days after today the first column is. */
  ahead: number
  /** Columns on screen. */
  count: number
  onStep: (ahead: number) => void
}

/** Who is shown, and which days. */
export function WallHeader({ data, ahead, count, onStep }: WallHeaderProps) {
  const { common } = useText()
  const wall = useWallText()
  const hidden = useHidden()
  return (
    <header class="wall-header">
      <fieldset class="wall-people" aria-label={wall.people}>
        {peopleOf(data.entries).map((person) => (
          <PersonToggle
            key={person.key}
            person={person}
            pressed={!hidden.has(person.key)}
            onToggle={() => toggleHidden(person.key)}
          />
        ))}
      </fieldset>
      <Stale data={data} />
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

/** Without a connection, or an answer, the wall says how old it is. */
function Stale({ data: { coverage, isFailed } }: { data: CalendarData }) {
  const { shell } = useText()
  const asOf = useAsOfText()
  const isReachable = useReachable()
  if (isReachable && !isFailed) return null
  return (
    <span class="chip warn" role="status">
      <CloudOff aria-hidden="true" />
      {coverage.at === null ? shell.unreachable.title : asOf(coverage.at)}
    </span>
  )
}
