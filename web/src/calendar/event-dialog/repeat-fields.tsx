import { useEventFormText } from '../../i18n/event-form'
import { SelectRow } from '../../ui/field'
import { Repeat } from '../../ui/icons'
import type { Draft } from '../draft'
import type { FieldsProps } from './when-fields'

const RECURRENCES = ['none', 'daily', 'weekly', 'monthly', 'yearly'] as const

/** How often the event repeats, and until when. */
export function RepeatFields({ draft, problems, onChange, keepsCustom }: FieldsProps & { keepsCustom: boolean }) {
  const form = useEventFormText()
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  const choices = keepsCustom ? (['custom', ...RECURRENCES] as const) : RECURRENCES
  const isPreset = draft.recurrence !== 'none' && draft.recurrence !== 'custom'
  return (
    <div>
      <SelectRow
        icon={<Repeat aria-hidden="true" />}
        label={form.repeats}
        value={draft.recurrence}
        options={choices.map((value) => ({ value, label: form.recurrences[value] }))}
        onChange={(recurrence) => set({ recurrence })}
      />
      {isPreset && (
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
      )}
      {isPreset && draft.ends === 'until' && (
        <label class="row-field">
          <span>{form.untilDate}</span>
          <input
            type="date"
            class="input"
            aria-invalid={problems.includes('until')}
            value={draft.until}
            onInput={(event) => set({ until: event.currentTarget.value })}
          />
        </label>
      )}
      {isPreset && draft.ends === 'count' && (
        <label class="row-field">
          <span>{form.times}</span>
          <input
            type="text"
            inputMode="numeric"
            enterKeyHint="next"
            class="input count-input"
            aria-invalid={problems.includes('count')}
            value={draft.count}
            onInput={(event) => set({ count: event.currentTarget.value })}
          />
        </label>
      )}
      {problems.includes('until') && (
        <p class="error" role="alert">
          {form.problems.until}
        </p>
      )}
      {problems.includes('count') && (
        <p class="error" role="alert">
          {form.problems.count}
        </p>
      )}
    </div>
  )
}
