import { toggleHidden, useHidden } from '../calendar/data'
import { type Entry, peopleOf } from '../calendar/entries'
import { useReachable } from '../data/connection'
import { useZone } from '../data/session'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { useWallText } from '../i18n/wall'
import { toWall } from '../lib/tz'
import { Button, IconButton } from '../ui/button'
import { ChevronLeft, ChevronRight, CloudOff, House } from '../ui/icons'
import { PersonToggle } from '../ui/person'

interface WallHeaderProps {
  /** Everything of the days on screen, also of people who are hidden. */
  entries: readonly Entry[]
  /** How many days after today the first column is. */
  ahead: number
  /** Columns on screen. */
  count: number
  /** When the server last answered, epoch milliseconds. */
  updatedAt: number
  onStep: (ahead: number) => void
}

/** Who is shown, and which days. */
export function WallHeader({ entries, ahead, count, updatedAt, onStep }: WallHeaderProps) {
  const { common } = useText()
  const wall = useWallText()
  const hidden = useHidden()
  return (
    <header class="wall-header">
      <fieldset class="wall-people" aria-label={wall.people}>
        {peopleOf(entries).map((person) => (
          <PersonToggle
            key={person.key}
            person={person}
            pressed={!hidden.has(person.key)}
            onToggle={() => toggleHidden(person.key)}
          />
        ))}
      </fieldset>
      <Stale updatedAt={updatedAt} />
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

/** Without a connection the wall says how old it is. */
function Stale({ updatedAt }: { updatedAt: number }) {
  const wall = useWallText()
  const formats = useFormats()
  const zone = useZone()
  if (useReachable()) return null
  return (
    <span class="chip warn" role="status">
      <CloudOff aria-hidden="true" />
      {wall.asOf(formats.time(toWall(updatedAt, zone)))}
    </span>
  )
}
