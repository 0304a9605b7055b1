import type { Person } from '../../data/types'
import { useListsText } from '../../i18n/lists'
import { SelectField } from '../../ui/field'

interface TurnChoiceProps {
  /** In the order of their turns, which begins with whoever has it. */
  people: readonly Person[]
  onChange: (people: Person[]) => void
}

/** Who has the turn now; the others follow in the order that they have. */
export function TurnChoice({ people, onChange }: TurnChoiceProps) {
  const { chores } = useListsText()
  const from = (id: string) => {
    const at = people.findIndex((person) => String(person.id) === id)
    return [...people.slice(at), ...people.slice(0, at)]
  }
  const optionOf = ({ id, name }: Person) => {
    const value = String(id)
    const others = from(value).slice(1)
    return { value, label: chores.thenOthers(name, others.map((other) => other.name).join(', ')) }
  }
  return (
    <SelectField
      label={chores.whoseTurn}
      value={String(people[0]?.id)}
      // They stay where they are, whoever is chosen.
      options={people.toSorted((one, other) => one.position - other.position).map(optionOf)}
      onChange={(id) => onChange(from(id))}
    />
  )
}
