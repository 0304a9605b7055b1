import { useState } from 'preact/hooks'
import { dayOfIso } from '../lib/tz'
import { lazyDialog } from '../ui/lazy'
import type { Draft } from './draft'
import type { Target } from './event-dialog/opened'

const EventCard = lazyDialog(() => import('./event-card/event-card'))
const EventDialog = lazyDialog(() => import('./event-dialog/event-dialog'))
export const QuickAdd = lazyDialog(() => import('./quick-add/quick-add'))

interface EntryDialogProps {
  target: Target
  onClose: () => void
}

/** The card of an event or the line of a new one first; then, for more, the form, or that of a copy. */
export function EntryDialog({ target, onClose }: EntryDialogProps) {
  const [form, setForm] = useState<Target | null>(null)
  if (form !== null) return <EventDialog target={form} onClose={onClose} />
  if (target.kind === 'edit') {
    return (
      <EventCard
        entry={target.entry}
        onClose={onClose}
        onEdit={() => setForm(target)}
        onCopy={(draft) => setForm({ kind: 'new', day: dayOfIso(draft.startDate), draft })}
      />
    )
  }
  const onMore = (draft: Draft) => setForm({ ...target, draft })
  return <QuickAdd target={target} onClose={onClose} onMore={onMore} />
}
