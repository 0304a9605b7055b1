import { useListsText } from '../../i18n/lists'
import { IconButton } from '../../ui/button'
import { X } from '../../ui/icons'
import { useAssignees, useToday, useWhen } from './marks'
import type { ChoreLine } from './sentence'

/** What was understood of a line, before it counts; it can be left as the words that it is. */
export function Understood({ chore, onDecline }: { chore: ChoreLine; onDecline: () => void }) {
  const { chores } = useListsText()
  return (
    <p class="chore-understood">
      <span aria-live="polite">
        <b>{chore.text}</b> {useChoreWords(chore)}
      </span>
      <IconButton label={chores.asTyped} onClick={onDecline}>
        <X aria-hidden="true" />
      </IconButton>
    </p>
  )
}

/** When it is to be done, how often and by whom. */
export function useChoreWords(chore: ChoreLine): string {
  const { chores } = useListsText()
  const when = useWhen(useToday())
  const names = useAssignees(chore).map(({ name }) => name)
  const { repeat, rotates } = chore
  const said = [
    when(chore),
    repeat ? chores.every(repeat) : '',
    names.length === 0 ? '' : rotates ? chores.inTurn(names.join(', ')) : names.join(', '),
  ]
  return said.filter((part) => part !== '').join(' · ')
}
