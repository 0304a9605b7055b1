import { useRef, useState } from 'preact/hooks'
import { queries, useQuery } from '../../data/queries'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { eventFormTexts, useEventFormText } from '../../i18n/event-form'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { type Draft, problemsOf } from '../draft'
import type { Entry } from '../entries'
import { deleteEvent } from '../writes/actions'
import { Fields } from './fields'
import { NoCalendar } from './no-calendar'
import { type Opened, type Target, useOpened } from './opened'
import { onReturn } from './return-key'
import { save } from './save'

await eventFormTexts

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
  const zone = useZone()
  const opened = useOpened(target, zone)
  const calendars = useQuery(queries.writableCalendars).data
  const [changed, setDraft] = useState<Draft | null>(null)
  const [isTried, setTried] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const entry = target.kind === 'edit' ? target.entry : null
  const known = opened === 'failed' ? null : opened
  const draft = changed ?? known?.draft ?? null
  const found = draft === null ? [] : problemsOf(draft)
  if (target.kind === 'new' && changed === null && calendars?.length === 0) return <NoCalendar onClose={onClose} />
  const close = () => body.current?.closest('dialog')?.close()

  const submit = () => {
    if (known === null || draft === null) return
    setTried(true)
    if (found.length > 0) {
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    save(entry, draft, known.original, zone)
    close()
  }

  return (
    <Dialog
      title={entry === null ? form.create : form.edit}
      class="event-dialog"
      onClose={onClose}
      onSubmit={submit}
      onKeyDown={(event) => onReturn(event, submit)}
      footer={opened !== null && <Footer entry={entry} opened={known} onClose={close} />}
    >
      <div ref={body} class="event-form">
        {known === null || draft === null ? (
          <p class={opened === 'failed' ? 'notice bad' : 'hint'} role="status">
            {opened === 'failed' ? form.notKnown : form.loading}
          </p>
        ) : (
          <Fields
            {...{ entry, draft }}
            opened={known}
            problems={isTried ? found : []}
            onChange={setDraft}
            onDone={close}
          />
        )}
      </div>
    </Dialog>
  )
}

interface FooterProps {
  entry: Entry | null
  /** Null when nothing of the event is known. */
  opened: Opened | null
  onClose: () => void
}

function Footer({ entry, opened, onClose }: FooterProps) {
  const { common, calendar } = useText()
  if (opened === null) return <Button onClick={onClose}>{common.close}</Button>
  const isCreated = entry?.save?.state === 'failed' && opened.original === null
  const remove = async (doomed: Entry) => {
    onClose()
    const { series } = calendar
    const isAgreed =
      !doomed.isRecurring ||
      (await confirm({
        title: series.deleteTitle,
        body: series.deleteBody(doomed.title),
        action: series.deleteAction,
        danger: true,
      }))
    if (isAgreed) deleteEvent(doomed)
  }
  return (
    <>
      {entry !== null && !isCreated && (
        <Button kind="danger" class="start" onClick={() => void remove(entry)}>
          {common.delete}
        </Button>
      )}
      <Button kind="quiet" onClick={onClose}>
        {common.cancel}
      </Button>
      <Button kind="primary" type="submit">
        {common.save}
      </Button>
    </>
  )
}
