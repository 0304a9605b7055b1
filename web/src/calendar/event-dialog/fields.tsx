import { useEventFormText } from '../../i18n/event-form'
import { type Draft, type Problem, titleProblem } from '../draft'
import type { Entry } from '../entries'
import { colorsOf } from '../parts/people'
import type { EventPerson } from '../who'
import { FailedNotice } from './failed-notice'
import { CalendarField, TextFields } from './more-fields'
import type { Opened } from './opened'
import { PeopleField, useForWhom } from './people-field'
import { ReminderFields } from './reminder-fields'
import { RepeatFields } from './repeat-fields'
import { UtcNotice } from './utc-notice'
import { WhenFields } from './when-fields'

interface FieldsProps {
  /** The event that is changed; null for a new one. */
  entry: Entry | null
  opened: Opened
  draft: Draft
  problems: Problem[]
  onChange: (draft: Draft) => void
  /** What became of a failed write was decided. */
  onDone: () => void
}

/** Everything that can be said about an event. */
export function Fields({ entry, opened, draft, problems, onChange, onDone }: FieldsProps) {
  const form = useEventFormText()
  const { original, partial, isOverride } = opened
  const drawn = useForWhom(draft, entry)
  const isSeries = original !== null && original.draft.recurrence !== 'none'
  return (
    <>
      {entry?.save?.state === 'failed' && (
        <FailedNotice save={entry.save} current={original?.base ?? null} onDone={onDone} />
      )}
      {partial !== null && <p class="notice warn">{partial === 'pending' ? form.partlySaved : form.partlyKnown}</p>}
      <TitleField
        draft={draft}
        isNew={entry === null}
        {...{ drawn, onChange }}
        isInvalid={problems.includes('title')}
      />
      {isSeries && (
        <p class="notice">
          {form.seriesNote} {isOverride && form.overrideNote}
        </p>
      )}
      <UtcNotice draft={draft} isNew={entry === null} />
      <WhenFields draft={draft} problems={problems} onChange={onChange} />
      <PeopleField {...{ draft, drawn, onChange }} />
      {/* The calendar does not show the address of that in which an event stands; that it repeats, and not how. */}
      {partial === null && (
        <CalendarField draft={draft} onChange={onChange} original={original?.draft.calendarUrl ?? null} />
      )}
      {(partial === null || !isSeries) && (
        <RepeatFields draft={draft} problems={problems} onChange={onChange} before={original?.draft ?? null} />
      )}
      <ReminderFields draft={draft} onChange={onChange} original={(original ?? opened).draft.reminders} />
      <TextFields draft={draft} onChange={onChange} />
    </>
  )
}

interface TitleFieldProps {
  draft: Draft
  isNew: boolean
  drawn: readonly EventPerson[]
  isInvalid: boolean
  onChange: (draft: Draft) => void
}

function TitleField({ draft, isNew, drawn, isInvalid, onChange }: TitleFieldProps) {
  const form = useEventFormText()
  return (
    <div class="title-field" style={colorsOf(drawn)}>
      <input
        aria-label={form.title}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? 'title-error' : undefined}
        placeholder={form.titleHint}
        // The dialog gives the focus to what carries this attribute when it opens.
        ref={(input) => void input?.toggleAttribute('autofocus', isNew)}
        autoComplete="off"
        enterKeyHint="next"
        value={draft.title}
        onInput={(event) => onChange({ ...draft, title: event.currentTarget.value })}
      />
      {isInvalid && (
        <p class="error" id="title-error" role="alert">
          {titleProblem(draft.title, form.problems)}
        </p>
      )}
    </div>
  )
}
