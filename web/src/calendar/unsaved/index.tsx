import { needs } from '../../lib/needs'
import '../../lib/kept-place'
import { useEffect, useState } from 'preact/hooks'
import { accountQuery } from '../../data/calendar-account'
import { useQuery } from '../../data/queries'
import { useText } from '../../i18n'
import { eventFormTexts } from '../../i18n/event-form'
import { unsavedTexts, useUnsavedText } from '../../i18n/unsaved'
import { isFailed, type Pending, usePending } from '../../outbox/pending'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Check } from '../../ui/icons'
import { lazyDialog, lazyExtra } from '../../ui/lazy'
import { Loading } from '../../ui/loading'
import { NotLoaded } from '../../ui/not-loaded'
import type { Entry } from '../entries'
import { tryAgain } from '../writes/actions'
import { isClash } from '../writes/changes'
import { lookElsewhere, useToldElsewhere } from '../writes/elsewhere'
import { calendarWrites } from '../writes/queue'
import { useWrites } from '../writes/waiting'
import type { Write } from '../writes/write'
import { Item } from './item'
import { PendingItem } from './pending-item'

needs(() => Promise.all([eventFormTexts(), unsavedTexts()]))

const AccountNotice = lazyExtra(() => import('../../forms/account-notice'))
const EventDialog = lazyDialog(() => import('../event-dialog/event-dialog'))

/**
 * Every change that is not saved: what waits on this device, of every kind, and what failed; of the calendar on
 * whichever of the member's devices it was made.
 */
export default function Unsaved() {
  const { calendar } = useText()
  const unsaved = useUnsavedText()
  const { data: account } = useQuery(accountQuery)
  const failedEvents = useWrites().filter(({ stage }) => stage === 'failed')
  const others = usePending().filter((one) => !isFailed(one) || one.queue.name !== calendarWrites.name)
  const hasFailed = failedEvents.length > 0 || others.some(isFailed)
  const [edited, setEdited] = useState<Entry | null>(null)
  useEffect(() => lookElsewhere(), [])
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{calendar.notSaved}</h1>
      </header>
      {hasFailed && <p class="unsaved-intro">{unsaved.intro}</p>}
      {account?.state === 'refused' ? (
        <AccountNotice account={account} />
      ) : (
        <TryAll events={failedEvents} others={others.filter(isFailed)} />
      )}
      {failedEvents.length + others.length === 0 ? (
        <Nothing />
      ) : (
        <ul class="unsaved">
          {failedEvents.map((write) => (
            <Item key={write.id} write={write} onEdit={setEdited} />
          ))}
          {others.map((one) => (
            <PendingItem key={one.write.id} pending={one} />
          ))}
        </ul>
      )}
      {edited !== null && (
        <EventDialog key={edited.key} target={{ kind: 'edit', entry: edited }} onClose={() => setEdited(null)} />
      )}
    </main>
  )
}

/** Sends all of them once more at one press; those that others have changed as well are to be decided one by one. */
function TryAll({ events, others }: { events: readonly Write[]; others: readonly Pending[] }) {
  const unsaved = useUnsavedText()
  const sendable = events.filter((write) => write.current === null || !isClash(write, write.current))
  if (sendable.length + others.length < 2) return null
  const send = () => {
    for (const { id } of sendable) tryAgain(id)
    for (const { queue, write } of others) queue.resend(write.id)
  }
  return (
    <p class="unsaved-all">
      <Button onClick={send}>{unsaved.tryAll}</Button>
    </p>
  )
}

/** Nothing that this device knows of: everything is saved only when the service says so, too. */
function Nothing() {
  const unsaved = useUnsavedText()
  const told = useToldElsewhere()
  if (told === 'asking') return <Loading />
  if (told === 'unknown') return <NotLoaded title={unsaved.notKnown} onRetry={() => lookElsewhere()} />
  return (
    <Empty icon={<Check aria-hidden="true" />} title={told === 'saved' ? unsaved.none : unsaved.underway}>
      <a class="button primary" href="/">
        {unsaved.toCalendar}
      </a>
    </Empty>
  )
}
