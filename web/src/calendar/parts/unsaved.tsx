import { useMemo } from 'preact/hooks'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { unsavedTexts, useUnsavedText } from '../../i18n/unsaved'
import { Button } from '../../ui/button'
import { everythingLoaded } from '../data'
import { type Entry, mergeEntries } from '../entries'
import { discard, tryAgain } from '../writes/actions'
import { overlay } from '../writes/overlay'
import { useWrites } from '../writes/store'
import { useReason } from './reason'

await unsavedTexts

interface UnsavedProps {
  onDone: () => void
  onEdit: (entry: Entry) => void
}

/** Every write that failed, wherever in the calendar it belongs. */
export function Unsaved({ onDone, onEdit }: UnsavedProps) {
  const { common } = useText()
  const unsaved = useUnsavedText()
  const reasonOf = useReason()
  const zone = useZone()
  const writes = useWrites()
  const failed = writes.filter(({ stage }) => stage === 'failed')
  const entries = useMemo(() => mergeEntries(overlay(everythingLoaded(zone).occurrences, writes, zone)), [writes, zone])
  const entryOf = (id: string) => entries.find(({ save }) => save?.writeId === id)
  const finish = (action: (id: string) => void, id: string) => {
    action(id)
    if (failed.length === 1) onDone()
  }
  return (
    <>
      <p>{unsaved.intro}</p>
      <ul class="unsaved">
        {failed.map(({ id, kind, title, reason }) => (
          <li key={id} aria-label={title}>
            <p>
              <span class="chip">{unsaved.kinds[kind]}</span> <b>{title}</b>
            </p>
            <p class="hint">{reasonOf(reason)}</p>
            <div>
              <Button onClick={() => finish(tryAgain, id)}>{common.tryAgain}</Button>
              {kind !== 'delete' && <EditButton entry={entryOf(id)} onEdit={onEdit} />}
              <Button kind="danger" onClick={() => finish(discard, id)}>
                {unsaved.discard}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Not there for a series of which nothing is loaded: its dialog opens from one of its events. */
function EditButton({ entry, onEdit }: { entry: Entry | undefined; onEdit: (entry: Entry) => void }) {
  const { common } = useText()
  return entry === undefined ? null : <Button onClick={() => onEdit(entry)}>{common.edit}</Button>
}
