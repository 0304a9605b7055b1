import { Heart } from '../../ui/icons'
import { lazyExtra } from '../../ui/lazy'
import { personStyle, solid } from '../../ui/person'
import { EVERYBODY, type EventPerson } from '../who'

const MAX_INITIALS = 3

const Cake = lazyExtra(() => import('./cake'))

/** Small initials of an event's people: a colour never stands alone. Decoration, the names are said elsewhere. */
export function Initials({ people }: { people: readonly EventPerson[] }) {
  if (people.length === 0) return null
  return (
    <span class="initials" aria-hidden="true">
      {people.slice(0, MAX_INITIALS).map((person) => (
        <span key={person.key} class="initial person" style={personStyle(person)}>
          {person.isBirthday ? <Cake /> : person.isEveryone ? <Heart /> : initialOf(person)}
        </span>
      ))}
    </span>
  )
}

const initialOf = ({ name }: EventPerson): string => ([...(name ?? '')][0] ?? '?').toUpperCase()

/** The colours of an event for CSS: `--person` for the tint, `--edge` for the edge with everybody's colour. */
export function colorsOf(people: readonly EventPerson[]): Record<string, string> {
  const [first] = people
  const color = first?.color ?? EVERYBODY.color
  if (people.length < 2) return { '--person': color, '--edge': solid(first ?? { color, isEveryone: false }) }
  const share = 100 / people.length
  const stops = people.map((person, index) => `${solid(person)} ${index * share}% ${(index + 1) * share}%`)
  return { '--person': color, '--edge': `linear-gradient(to bottom, ${stops.join(', ')})` }
}
