import { useEffect, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { eventFormTexts } from '../../i18n/event-form'
import { unsavedTexts, useUnsavedText } from '../../i18n/unsaved'
import { Empty } from '../../ui/empty'
import { Check } from '../../ui/icons'
import { lazyDialog } from '../../ui/lazy'
import { NotLoaded } from '../../ui/not-loaded'
import type { Entry } from '../entries'
import { lookElsewhere, useToldElsewhere } from '../writes/elsewhere'
import { useWrites } from '../writes/store'
import { Item } from './item'

await Promise.all([eventFormTexts, unsavedTexts])

const EventDialog = lazyDialog(() => import('../event-dialog/event-dialog'))

/** Every change of the calendar that could not be saved, wherever and on whichever of the member's devices it was made. */
export default function Unsaved() {
  const { calendar } = useText()
  const unsaved = useUnsavedText()
  const writes = useWrites()
  const failed = writes.filter(({ stage }) => stage === 'failed')
  const [edited, setEdited] = useState<Entry | null>(null)
  useEffect(() => lookElsewhere(), [])
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{calendar.notSaved}</h1>
      </header>
      {failed.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <p class="unsaved-intro">{unsaved.intro}</p>
          <ul class="unsaved">
            {failed.map((write) => (
              <Item key={write.id} write={write} onEdit={setEdited} />
            ))}
          </ul>
        </>
      )}
      {edited !== null && (
        <EventDialog key={edited.key} target={{ kind: 'edit', entry: edited }} onClose={() => setEdited(null)} />
      )}
    </main>
  )
}

/** Nothing that this device knows of: everything is saved only when the service says so, too. */
function Nothing() {
  const { common } = useText()
  const unsaved = useUnsavedText()
  const told = useToldElsewhere()
  if (told === 'asking') {
    return (
      <p class="hint" role="status">
        {common.loading}
      </p>
    )
  }
  if (told === 'no') return <NotLoaded title={unsaved.notKnown} onRetry={() => lookElsewhere()} />
  return (
    <Empty icon={<Check aria-hidden="true" />} title={unsaved.none}>
      <a class="button primary" href="/">
        {unsaved.toCalendar}
      </a>
    </Empty>
  )
}
