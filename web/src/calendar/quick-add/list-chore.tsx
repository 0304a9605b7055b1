import { listsTexts } from '../../i18n/lists'
import { needs } from '../../lib/needs'
import type { ChoreLine } from '../../lists/chores/sentence'
import { useChoreWords } from '../../lists/chores/understood'
import { useChoreReading } from '../../lists/chores/use-reading'
import { Repeat } from '../../ui/icons'
import { TakeOff } from './chips'

needs(listsTexts)

interface ListChoreProps {
  listId: number
  text: string
  /** It is meant as it is typed. */
  onTakeOff: () => void
}

/** Beside the list that a chore is added to: when it is to be done, how often and by whom. */
export default function ListChore({ listId, text, onTakeOff }: ListChoreProps) {
  const { chore } = useChoreReading(listId, text, true)
  return chore && <Understood chore={chore} onTakeOff={onTakeOff} />
}

function Understood({ chore, onTakeOff }: Pick<ListChoreProps, 'onTakeOff'> & { chore: ChoreLine }) {
  const words = `${chore.text}: ${useChoreWords(chore)}`
  return (
    <li class="said">
      <span>
        <Repeat aria-hidden="true" />
        {words}
      </span>
      <TakeOff what={words} onClick={onTakeOff} />
    </li>
  )
}
