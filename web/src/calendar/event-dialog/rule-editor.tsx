import { useId } from 'preact/hooks'
import { WeekdayChoice } from '../../forms/weekdays'
import { useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { weekdayOf } from '../../lib/weekdays'
import { Select, SelectRow } from '../../ui/field'
import { MONTH_DAYS, monthDayOf, type RuleDraft } from '../rule/draft'
import { daysWords } from '../rule/sentence'

const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const

interface RuleEditorProps {
  rule: RuleDraft
  /** The day on which the series starts. */
  start: number
  /** The interval is none. */
  isInvalid: boolean
  onChange: (rule: RuleDraft) => void
}

/** A rule of the household's own: every so many days, weeks, months or years, and on which days of them. */
export function RuleEditor({ rule, start, isInvalid, onChange }: RuleEditorProps) {
  const words = useEventFormText().recurrence
  const problem = useId()
  const { frequency, interval } = rule
  const set = (changes: Partial<RuleDraft>) => onChange({ ...rule, ...changes })
  const units = words.units(Number(interval))
  return (
    <>
      <div class="row-field">
        <span aria-hidden="true">{words.interval}</span>
        <span class="when-inputs">
          <input
            type="text"
            inputMode="numeric"
            enterKeyHint="next"
            class="input count-input"
            aria-label={words.interval}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? problem : undefined}
            value={interval}
            onInput={(event) => set({ interval: event.currentTarget.value })}
          />
          <Select
            aria-label={words.unit}
            value={frequency}
            options={FREQUENCIES.map((value) => ({ value, label: units[value] }))}
            onChange={(chosen) => set({ frequency: chosen })}
          />
        </span>
      </div>
      {isInvalid && (
        <p class="error" role="alert" id={problem}>
          {words.intervalProblem}
        </p>
      )}
      {frequency === 'weekly' && (
        <WeekdayChoice
          label={words.weekdays}
          // One is always chosen: without any other it is that of the start.
          chosen={rule.weekdays.length === 0 ? [weekdayOf(start)] : rule.weekdays}
          onChange={(weekdays) => set({ weekdays })}
        />
      )}
      {(frequency === 'monthly' || frequency === 'yearly') && <MonthDay rule={rule} start={start} onChange={set} />}
    </>
  )
}

type PartProps = Pick<RuleEditorProps, 'rule' | 'start'> & { onChange: (changes: Partial<RuleDraft>) => void }

/** Days that the start has, the last ones of its month, and the one that the rule was opened with. */
function MonthDay({ rule, start, onChange }: PartProps) {
  const words = useEventFormText().recurrence
  const formats = useFormats()
  const { frequency, monthDay, kept } = rule
  const options = MONTH_DAYS.flatMap((value) => {
    const days = value === 'kept' ? kept : monthDayOf(value, start)
    return days === null ? [] : { value, label: daysWords({ frequency, ...days }, start, { words, formats }) }
  })
  return (
    <SelectRow
      label={words.day}
      value={monthDay}
      options={options}
      onChange={(chosen) => onChange({ monthDay: chosen })}
    />
  )
}
