import { useEventFormText } from '../../i18n/event-form'
import { SwitchField } from '../../ui/field'
import { type Draft, moveStart, type Problem } from '../draft'
import { TimeField } from './time-field'

export interface FieldsProps {
  draft: Draft
  /** What is wrong, once saving was tried. */
  problems: readonly Problem[]
  onChange: (draft: Draft) => void
}

/** All day or not, and both ends. */
export function WhenFields({ draft, problems, onChange }: FieldsProps) {
  const form = useEventFormText()
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  return (
    <div>
      <SwitchField label={form.allDay} checked={draft.allDay} onChange={(allDay) => set({ allDay })} />
      <End
        label={form.starts}
        dateLabel={form.startDate}
        timeLabel={form.startTime}
        date={draft.startDate}
        time={draft.allDay ? null : draft.startTime}
        isInvalid={problems.includes('start')}
        onDate={(startDate) => onChange(moveStart(draft, { startDate }))}
        onTime={(startTime) => onChange(moveStart(draft, { startTime }))}
      />
      <End
        label={form.ends}
        dateLabel={form.endDate}
        timeLabel={form.endTime}
        date={draft.endDate}
        time={draft.allDay ? null : draft.endTime}
        isInvalid={problems.includes('end')}
        onDate={(endDate) => set({ endDate })}
        onTime={(endTime) => set({ endTime })}
      />
      {problems.some((problem) => problem === 'start' || problem === 'end') && (
        <p class="error" role="alert">
          {problems.includes('start') ? form.problems.start : form.problems.end}
        </p>
      )}
    </div>
  )
}

interface EndProps {
  label: string
  dateLabel: string
  timeLabel: string
  date: string
  /** Null hides the time. */
  time: string | null
  isInvalid: boolean
  onDate: (date: string) => void
  onTime: (time: string) => void
}

function End({ label, dateLabel, timeLabel, date, time, isInvalid, onDate, onTime }: EndProps) {
  return (
    <fieldset class="row-field">
      <span aria-hidden="true">{label}</span>
      <legend class="visually-hidden">{label}</legend>
      <span class="when-inputs">
        <input
          type="date"
          class="input"
          aria-label={dateLabel}
          aria-invalid={isInvalid}
          value={date}
          onInput={(event) => onDate(event.currentTarget.value)}
        />
        {time !== null && <TimeField label={timeLabel} value={time} isInvalid={isInvalid} onChange={onTime} />}
      </span>
    </fieldset>
  )
}
