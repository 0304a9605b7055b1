import { useText } from '../../i18n'
import { usePersonName } from '../../ui/person'
import type { Unshared } from '../unshared'
import type { EventPerson } from '../who'

interface QuietPeopleProps {
  people: readonly EventPerson[]
  unshared: Unshared
}

/** Who has nothing, named in one line; and in another who may have something that is not seen here. */
export function QuietPeople({ people, unshared }: QuietPeopleProps) {
  const { free, nothingShared } = useText().calendar
  const nameOf = usePersonName()
  const line = (words: string, isUnshared: boolean) => {
    const named = people.filter(({ key }) => unshared?.has(key) === isUnshared)
    return named.length > 0 && <p class="people-quiet">{`${words}: ${named.map(nameOf).join(', ')}`}</p>
  }
  return (
    <>
      {line(free, false)}
      {line(nothingShared, true)}
    </>
  )
}
