import { toggleHidden, useHidden } from '../calendar/data'
import { type Entry, peopleOf } from '../calendar/entries'
import { useText } from '../i18n'
import { Button, IconButton } from '../ui/button'
import { ChevronLeft, ChevronRight, House } from '../ui/icons'
import { PersonToggle } from '../ui/person'

interface WallHeaderProps {
  /** Everything of the days on screen, also of people who are hidden. */
  entries: readonly Entry[]
  /** How many days after today the first column is. */
  ahead: number
  /** Columns on screen. */
  count: number
  onStep: (ahead: number) => void
}

/** Who is shown, and which days. */
export function WallHeader({ entries, ahead, count, onStep }: WallHeaderProps) {
  const { common, wall } = useText()
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
