import { useEffect, useRef, useState } from 'preact/hooks'
import { queries, queryClient, useQuery } from '../../data/queries'
import { reminderPreferences } from '../../data/reminder-preferences'
import { useZone } from '../../data/session'
import { eventFormTexts, useEventFormText } from '../../i18n/event-form'
import { unsavedTexts, useUnsavedText } from '../../i18n/unsaved'
import { needs } from '../../lib/needs'
import { Dialog } from '../../ui/dialog'
import { loadStyle } from '../../ui/lazy'
import { UnfinishedOffer } from '../../ui/unfinished'
import { problemsOf } from '../draft'
import { Fields } from './fields'
import { Footer } from './footer'
import { learnMeeting } from './meeting'
import { NoCalendar } from './no-calendar'
import type { Target } from './opened'
import { onReturn } from './return-key'
import { useDraft } from './use-draft'
import { useSaving } from './use-saving'

// For the first new event: this code is fetched before anybody needs it.
void queryClient.prefetchQuery(reminderPreferences)
needs(() => Promise.all([eventFormTexts(), unsavedTexts(), loadStyle('event')]))

interface EventDialogProps {
  target: Target
  onClose: () => void
}

/**
 * Adds or changes an event. Saving closes at once; the calendar shows how the write fares. One dialog from the first
 * moment on: what is still being asked for fills it later, and closing it works all the time.
 */
export default function EventDialog({ target, onClose }: EventDialogProps) {
  const form = useEventFormText()
  const { reasons } = useUnsavedText()
  const zone = useZone()
  const calendars = useQuery(queries.writableCalendars).data
  useQuery(reminderPreferences)
  const { opened, draft, isTouched, change, offer } = useDraft(target, zone)
  const [isTried, setTried] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const entry = target.kind === 'edit' ? target.entry : null
  const known = typeof opened === 'string' ? null : opened
  const found = draft === null ? [] : problemsOf(draft, known?.original)
  const close = () => body.current?.closest('dialog')?.close()
  const { store, question } = useSaving({ entry, opened: known, zone, onClose: close, onGiveUp: offer.finish })
  useEffect(() => {
    if (entry !== null) learnMeeting(entry)
  }, [])
  if (target.kind === 'new' && !isTouched && calendars?.length === 0) return <NoCalendar onClose={onClose} />

  const submit = async () => {
    if (known === null || draft === null) return
    setTried(true)
    if (found.length === 0) await store(draft)
  }

  return (
    <Dialog
      title={entry === null ? form.create : form.edit}
      class="event-dialog"
      onClose={onClose}
      onSubmit={() => void submit()}
      onKeyDown={onReturn}
      footer={opened !== null && <Footer isKnown={known !== null} onClose={close} onGiveUp={offer.finish} />}
    >
      <div ref={body} class="event-form">
        {known === null || draft === null ? (
          <p class={opened === null ? 'hint' : 'notice bad'} role="status">
            {opened === null ? form.loading : opened === 'gone' ? reasons.gone : form.notKnown}
          </p>
        ) : (
          <>
            {offer.what !== null && (
              <UnfinishedOffer what={offer.what} onResume={offer.resume} onDiscard={offer.discard} />
            )}
            <Fields
              {...{ entry, draft }}
              opened={known}
              problems={isTried ? found : []}
              onChange={change}
              onDone={close}
            />
          </>
        )}
        {question}
      </div>
    </Dialog>
  )
}
