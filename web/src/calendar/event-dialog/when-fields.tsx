import { useRef } from 'preact/hooks'
import { useEventFormText } from '../../i18n/event-form'
import { DateField } from '../../ui/date-field'
import { SwitchField } from '../../ui/field'
import { TimeField } from '../../ui/time-field'
import { type Draft, endOf, moveStart, type Problem, startOf } from '../draft'
import { endAt, isWithinDay } from './end-time'
import { Clock } from './icons'

export interface FieldsProps {
  draft: Draft
  /** What is wrong, once saving was tried. */
  problems: readonly Problem[]
  onChange: (draft: Draft) => void
}

/** All day or not, and both ends. */
export function WhenFields({ draft, problems, onChange }: FieldsProps) {
  const form = useEventFormText()
  /** What the start is moved from, and the end with it. */
  const before = useRef(draft)
  const keepBefore = () => {
    if (Number.isFinite(startOf(draft) + endOf(draft))) before.current = draft
  }
  const set = (changes: Partial<Draft>) => {
    before.current = { ...draft, ...changes }
    onChange(before.current)
  }
  return (
    <div onFocusCapture={keepBefore}>
      <SwitchField label={<AllDay />} checked={draft.allDay} onChange={(allDay) => set({ allDay })} />
      <End
        part="start"
        {...{ draft, isInvalid: problems.includes('start') }}
        onChange={(start) => onChange(moveStart(draft, start, before.current))}
      />
      <End part="end" {...{ draft, isInvalid: problems.includes('end') }} onChange={set} />
      {problems.some((problem) => problem === 'start' || problem === 'end') && (
        <p class="error" role="alert">
          {form.problems[problems.includes('start') ? 'start' : Number.isFinite(endOf(draft)) ? 'end' : 'noEnd']}
        </p>
      )}
    </div>
  )
}

function AllDay() {
  const form = useEventFormText()
  return (
    <>
      <Clock aria-hidden="true" />
      {form.allDay}
    </>
  )
}

interface EndProps {
  part: 'start' | 'end'
  draft: Draft
  isInvalid: boolean
  onChange: (changes: Partial<Draft>) => void
}

function End({ part, draft, isInvalid, onChange }: EndProps) {
  const form = useEventFormText()
  const [date, time] = [`${part}Date`, `${part}Time`] as const
  /** As it was before a time was half typed. */
  const isShort = useRef(true)
  isShort.current = isWithinDay(draft) ?? isShort.current
  // What can be read is not wrong beside what cannot.
  const isRead = Number.isFinite(part === 'start' ? startOf(draft) : endOf(draft))
  const isWrong = (value: string) => isInvalid && (isRead || value === '')
  const isShortEnd = part === 'end' && isShort.current
  return (
    <fieldset class="row-field">
      <span aria-hidden="true">{form[`${part}s`]}</span>
      <legend class="visually-hidden">{form[`${part}s`]}</legend>
      <span class="when-inputs">
        <DateField
          label={form[date]}
          value={draft[date]}
          isInvalid={isWrong(draft[date])}
          {...(part === 'end' && { earliest: draft.startDate })}
          onChange={(value) => onChange({ [date]: value })}
        />
        {!draft.allDay && (
          <TimeField
            label={form[time]}
            value={draft[time]}
            isInvalid={isWrong(draft[time])}
            after={isShortEnd ? draft.startTime : undefined}
            onChange={(value) => onChange(isShortEnd ? endAt(draft, value) : { [time]: value })}
          />
        )}
      </span>
    </fieldset>
  )
}
