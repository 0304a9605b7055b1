import { useId } from 'preact/hooks'
import { queries, useQuery } from '../../data/queries'
import { useEventFormText } from '../../i18n/event-form'
import { useAfterPause } from '../../ui/after-pause'
import { lazy, lazyExtra } from '../../ui/lazy'
import type { Problem } from '../draft'
import type { EventPerson } from '../who'
import { Chips, ListChip } from './chips'
import { isByHand, isPlainItem, listIn, PARTS, type Part, partsIn, withoutPart, withPart, withPlainItem } from './line'
import { PartEditor } from './part-editor'
import type { LineState } from './use-line'
import { usePartWords } from './words'

const ListChore = lazyExtra(() => import('./list-chore'))
const SilentDevice = lazy(() => import('../event-dialog/silent-device'))

interface PartsProps {
  state: LineState
  drawn: readonly EventPerson[]
  problems: readonly Problem[]
  /** The part whose editor is open. */
  opened: Part | null
  onOpen: (part: Part | null) => void
  /** A part was taken off. */
  onTakenOff: () => void
}

/** What holds for the new event, or the list in its place, and the fields of one part. */
export function Parts({ state, drawn, problems, opened, onOpen, onTakenOff }: PartsProps) {
  const { line, reading, draft, change } = state
  const editor = useId()
  const meant = partsIn(line, reading)
  const list = listIn(line, reading)
  const { data: lists = [] } = useQuery(queries.lists)
  const isOfChores = lists.some(({ id, kind }) => id === list?.id && kind === 'chores')
  const isSaid = (part: Part) => meant.has(part) || isByHand(line, part)
  const takeOff = (part: Part | 'list') => {
    change(withoutPart(line, reading, part))
    if (part === opened) onOpen(null)
    onTakenOff()
  }
  const wordsOf = usePartWords()
  const { quickAdd } = useEventFormText()
  const words = PARTS.filter(isSaid).map((part) => wordsOf(part, draft, drawn))
  const told = useAfterPause(list === null ? words.join(', ') : quickAdd.addTo(list.name))
  const status = (
    <p class="visually-hidden" role="status">
      {told}
    </p>
  )
  if (list !== null) {
    const { title } = draft
    const leaveAsTyped = () => {
      change(withPlainItem(line, title))
      onTakenOff()
    }
    return (
      <>
        {status}
        <ListChip name={list.name} onTakeOff={() => takeOff('list')}>
          {isOfChores && !isPlainItem(line, title) && (
            <ListChore listId={list.id} text={title} onTakeOff={leaveAsTyped} />
          )}
        </ListChip>
      </>
    )
  }
  return (
    <>
      {status}
      <Chips
        {...{ draft, drawn, opened, editor, isSaid }}
        onOpen={(part) => onOpen(part === opened ? null : part)}
        onTakeOff={takeOff}
      />
      {opened !== null && (
        <PartEditor
          id={editor}
          part={opened}
          {...{ draft, drawn, problems }}
          onChange={(changed) => change(withPart(line, opened, changed))}
        />
      )}
      {draft.reminders.length > 0 && opened !== 'reminders' && <SilentDevice isChosen={isSaid('reminders')} />}
    </>
  )
}
