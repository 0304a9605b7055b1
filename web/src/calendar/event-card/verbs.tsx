import { useText } from '../../i18n'
import { useEventFormText } from '../../i18n/event-form'
import { Button } from '../../ui/button'
import { Pencil, Trash2 } from '../../ui/icons'
import { CalendarClock, Copy } from './icons'

interface VerbsProps {
  onEdit: () => void
  onMove?: () => void
  onCopy?: () => void
  onDelete?: () => void
}

/** What can be done with an event, a thumb's width each. */
export function Verbs({ onEdit, onMove, onCopy, onDelete }: VerbsProps) {
  const { common } = useText()
  const { card } = useEventFormText()
  return (
    <div class="card-verbs">
      <Button onClick={onEdit}>
        <Pencil />
        {common.edit}
      </Button>
      {onMove && (
        <Button onClick={onMove}>
          <CalendarClock />
          {card.move}
        </Button>
      )}
      {onCopy && (
        <Button onClick={onCopy}>
          <Copy />
          {card.copy}
        </Button>
      )}
      {onDelete && (
        <Button kind="danger" onClick={onDelete}>
          <Trash2 />
          {common.delete}
        </Button>
      )}
    </div>
  )
}
