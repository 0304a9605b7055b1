import { Check } from './icons'
import { Avatar } from './person'

interface FacesProps {
  people: readonly { id: number; name: string; color: string }[]
  /** Ids of those who are chosen. */
  chosen: ReadonlySet<number>
  onToggle: (id: number) => void
}

/** People to choose from, one tap each; in a fieldset that says for what. */
export const Faces = ({ people, chosen, onToggle }: FacesProps) => (
  <div class="faces">
    {people.map(({ id, name, color }) => (
      <label key={id} class="face person" style={{ '--person': color }}>
        <input type="checkbox" checked={chosen.has(id)} onChange={() => onToggle(id)} />
        <Avatar person={{ name, color, isEveryone: false }} />
        <Check aria-hidden="true" />
        <span>{name}</span>
      </label>
    ))}
  </div>
)
