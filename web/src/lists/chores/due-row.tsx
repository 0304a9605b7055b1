import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { needs } from '../../lib/needs'
import { minutesOf } from '../../lib/typed-time'
import { MINUTE } from '../../lib/tz'
import { showUndo, UNDO_MS } from '../../ui/toast'
import { changeList, listWrites } from '../writes/queue'
import type { ViewItem } from '../writes/view'
import { doneNow } from '../writes/write'
import type { DueOn } from './due'

needs(viewsTexts)

export interface DueWords {
  /** Who is to do it, where the place does not tell. */
  who?: string
  /** Without the name of its list. */
  isBrief?: boolean
}

interface DueRowProps extends DueWords {
  due: Pick<DueOn<ViewItem>, 'listName' | 'isLate'> & { item: Pick<ViewItem, 'text' | 'dueTime'> }
  /** Null: it cannot be ticked here. */
  onTick: (() => void) | null
}

/** Something to do among the events of a day: a tap ticks it. */
export function DueRow({ due: { listName, isLate, item }, who = '', isBrief, onTick }: DueRowProps) {
  const { due: texts } = useViewsText()
  const { time } = useFormats()
  const at = item.dueTime ? time(minutesOf(item.dueTime) * MINUTE) : ''
  const said = [isLate ? texts.late : '', at, who, isBrief ? '' : listName].filter((part) => part !== '').join(' · ')
  const words = (
    <span>
      <b>{item.text}</b>
      {said && <small>{said}</small>}
    </span>
  )
  const look = isLate ? 'due-row late' : 'due-row'
  if (onTick === null) return <div class={look}>{words}</div>
  return (
    <label class={look}>
      <input type="checkbox" class="tick" aria-label={item.text} checked={false} onChange={onTick} />
      {words}
    </label>
  )
}

/** The same of a member's own lists; for a moment it can be taken back. */
export function OwnDueRow({ due, ...words }: DueWords & { due: DueOn<ViewItem> }) {
  const { common } = useText()
  const { due: texts } = useViewsText()
  const { listId, item } = due
  const tick = () => {
    const { name, text } = item
    const id = changeList({ kind: 'change', listId, item: name, text, change: doneNow() }, UNDO_MS)
    showUndo(texts.done(item.text), common.undo, () => listWrites.cancel(id))
  }
  return <DueRow {...words} due={due} onTick={tick} />
}
