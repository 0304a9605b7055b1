import { useId } from 'preact/hooks'
import { useEventFormText } from '../../i18n/event-form'
import { DateField } from '../../ui/date-field'
import { SelectRow } from '../../ui/field'
import type { Draft } from '../draft'
import type { FieldsProps } from './when-fields'

/** When the event stops repeating. */
export function RepeatEnd({ draft, problems, onChange }: FieldsProps) {
  const form = useEventFormText()
  const id = useId()
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  const problem = (['until', 'count'] as const).find((one) => problems.includes(one))
  return (
    <>
      <SelectRow
        label={form.repeatEnds}
        value={draft.ends}
        options={[
          { value: 'never', label: form.never },
          { value: 'until', label: form.onDate },
          { value: 'count', label: form.afterTimes },
        ]}
        onChange={(ends) => set({ ends })}
      />
      {draft.ends === 'until' && (
        <div class="row-field">
          <span aria-hidden="true">{form.untilDate}</span>
          <DateField
            label={form.untilDate}
            isInvalid={problem === 'until'}
            earliest={draft.startDate}
            value={draft.until}
            onChange={(until) => set({ until })}
          />
        </div>
      )}
      {draft.ends === 'count' && (
        <label class="row-field">
          <span>{form.times}</span>
          <input
            type="text"
            inputMode="numeric"
            enterKeyHint="next"
            class="input count-input"
            aria-invalid={problem === 'count'}
            aria-describedby={problem === 'count' ? id : undefined}
            value={draft.count}
            onInput={(event) => set({ count: event.currentTarget.value })}
          />
        </label>
      )}
      {problem !== undefined && (
        <p class="error" role="alert" id={id}>
          {form.problems[problem === 'until' && draft.until === '' ? 'noUntil' : problem]}
        </p>
      )}
    </>
  )
}
