import { useRef, useState } from 'preact/hooks'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { dayOfIso, isoOfDay } from '../../lib/tz'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { createForm, type Draft, editForm, type Original, problemsOf } from '../draft'
import type { Entry } from '../entries'
import { colorsOf } from '../parts/people'
import { createEvent, deleteEvent, editEvent, tryAgain } from '../writes/actions'
import { lookOfEntry } from '../writes/known'
import { FailedNotice } from './failed-notice'
import { CalendarField, ReminderField, TextFields } from './more-fields'
import { type Opened, rememberCalendar, type Target, useOpened } from './opened'
import { RepeatFields } from './repeat-fields'
import { WhenFields } from './when-fields'

interface EventDialogProps {
  target: Target
  onClose: () => void
}

/** Adds or changes an event. Saving closes at once; the calendar shows how the write fares. */
export default function EventDialog({ target, onClose }: EventDialogProps) {
  const { common, calendar } = useText()
  const zone = useZone()
  const opened = useOpened(target, zone)
  if (opened !== null && opened !== 'failed') return <EventForm {...{ target, opened, zone, onClose }} />
  return (
    <Dialog
      title={calendar.form.edit}
      class="event-dialog"
      onClose={onClose}
      footer={opened === 'failed' && <Button onClick={onClose}>{common.close}</Button>}
    >
      <p class={opened === 'failed' ? 'notice bad' : 'hint'} role="status">
        {opened === 'failed' ? calendar.form.notKnown : calendar.form.loading}
      </p>
    </Dialog>
  )
}

type EventFormProps = EventDialogProps & { opened: Opened; zone: string }

function EventForm({ target, opened, zone, onClose }: EventFormProps) {
  const { common, calendar } = useText()
  const { form } = calendar
  const [draft, setDraft] = useState(opened.draft)
  const [isTried, setTried] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const { original, isPartial } = opened
  const entry = target.kind === 'edit' ? target.entry : null
  const found = problemsOf(draft)
  const problems = isTried ? found : []
  const close = () => frame.current?.closest('dialog')?.close()

  const submit = () => {
    setTried(true)
    if (found.length > 0) {
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    save(entry, draft, original, zone)
    close()
  }
  const remove = async () => {
    if (entry === null) return
    close()
    const { series } = calendar
    const isAgreed =
      !entry.isRecurring ||
      (await confirm({
        title: series.deleteTitle,
        body: series.deleteBody(entry.title),
        action: series.deleteAction,
        danger: true,
      }))
    if (isAgreed) deleteEvent(entry)
  }
  const isSeries = original !== null && original.draft.recurrence !== 'none'
  const isCreated = entry?.save?.state === 'failed' && original === null

  return (
    <Dialog
      title={entry === null ? form.create : form.edit}
      class="event-dialog"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {entry !== null && !isCreated && (
            <Button kind="danger" class="start" onClick={() => void remove()}>
              {common.delete}
            </Button>
          )}
          <Button kind="quiet" onClick={close}>
            {common.cancel}
          </Button>
          <Button kind="primary" type="submit">
            {common.save}
          </Button>
        </>
      }
    >
      <div ref={frame} class="event-form">
        {entry?.save?.state === 'failed' && <FailedNotice save={entry.save} onDone={close} />}
        {isPartial && <p class="notice warn">{form.partlyKnown}</p>}
        <TitleField draft={draft} entry={entry} isInvalid={problems.includes('title')} onChange={setDraft} />
        {isSeries && <p class="notice">{form.seriesNote}</p>}
        <WhenFields draft={draft} problems={problems} onChange={setDraft} />
        <CalendarField draft={draft} onChange={setDraft} original={original?.draft.calendarUrl ?? null} />
        <RepeatFields
          draft={draft}
          problems={problems}
          onChange={setDraft}
          keepsCustom={original?.draft.recurrence === 'custom'}
        />
        <ReminderField draft={draft} onChange={setDraft} keepsCustom={original?.draft.reminder === 'custom'} />
        <TextFields draft={draft} onChange={setDraft} />
      </div>
    </Dialog>
  )
}

interface TitleFieldProps {
  draft: Draft
  entry: Entry | null
  isInvalid: boolean
  onChange: (draft: Draft) => void
}

function TitleField({ draft, entry, isInvalid, onChange }: TitleFieldProps) {
  const { form } = useText().calendar
  return (
    <div class="title-field" style={entry === null ? {} : colorsOf(entry.people)}>
      <input
        aria-label={form.title}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? 'title-error' : undefined}
        placeholder={form.titleHint}
        // The dialog gives the focus to what carries this attribute when it opens.
        ref={(input) => void input?.toggleAttribute('autofocus', entry === null)}
        autoComplete="off"
        enterKeyHint="done"
        value={draft.title}
        onInput={(event) => onChange({ ...draft, title: event.currentTarget.value })}
      />
      {isInvalid && (
        <p class="error" id="title-error" role="alert">
          {form.problems.title}
        </p>
      )}
    </div>
  )
}

function save(entry: Entry | null, draft: Draft, original: Original | null, zone: string): void {
  rememberCalendar(draft.calendarUrl)
  const failedId = entry?.save?.state === 'failed' ? entry.save.writeId : null
  if (entry === null) createEvent(createForm(draft, zone))
  else if (original === null) tryAgain(failedId!, createForm(draft, zone))
  else editEvent(editedOf(entry, original), editForm(draft, original, zone))
}

function editedOf(entry: Entry, { draft, start, end }: Original) {
  return {
    uid: entry.uid,
    calendarId: entry.calendarId,
    isRecurring: entry.isRecurring,
    look: lookOfEntry(entry),
    origin: { allDay: draft.allDay, start, end: draft.allDay ? isoOfDay(dayOfIso(end) + 1) : end },
  }
}
