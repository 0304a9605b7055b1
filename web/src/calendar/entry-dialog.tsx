import { lazyDialog } from '../ui/lazy'
import { type Entry, isReadOnly } from './entries'
import type { Target } from './event-dialog/opened'

const EventDialog = lazyDialog(() => import('./event-dialog/event-dialog'))
const ReadView = lazyDialog(() => import('./event-dialog/read-view'))

interface EntryDialogProps {
  target: Target
  onClose: () => void
}

/** The form of an event; of one that only somebody else can change, what is told of it. */
export function EntryDialog({ target, onClose }: EntryDialogProps) {
  const told: Entry | null = target.kind === 'edit' && isReadOnly(target.entry) ? target.entry : null
  if (told !== null) return <ReadView entry={told} onClose={onClose} />
  return <EventDialog target={target} onClose={onClose} />
}
