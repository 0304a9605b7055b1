import { useRef } from 'preact/hooks'
import { lastZone } from '../../data/session'
import { useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { focusNext } from '../../lib/focus'
import { dayOf, dayOfIso, isoOfDay, toWall } from '../../lib/tz'
import { Button } from '../../ui/button'
import { SelectRow } from '../../ui/field'
import { Repeat } from '../../ui/icons'
import { type Draft, recurrenceOf, ruleOf } from '../draft'
import { ruleDraftOf } from '../rule/draft'
import { sentenceOf } from '../rule/sentence'
import { RepeatEnd } from './repeat-end'
import { RuleEditor } from './rule-editor'
import type { FieldsProps } from './when-fields'

const RECURRENCES = ['none', 'daily', 'weekly', 'monthly', 'yearly'] as const

interface RepeatFieldsProps extends FieldsProps {
  /** The fields as the form was opened; null for a new event. */
  before: Draft | null
}

/** How often the event repeats and until when, and the sentence that this amounts to. */
export function RepeatFields({ draft, problems, onChange, before }: RepeatFieldsProps) {
  const form = useEventFormText()
  const words = form.recurrence
  const box = useRef<HTMLDivElement>(null)
  const start = useStartDay(draft)
  const { recurrence } = draft
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  const choose = (chosen: Draft['recurrence']) => {
    const isWord = recurrence !== 'none' && recurrence !== 'custom' && recurrence !== 'rule'
    set(
      chosen === 'rule' && isWord
        ? { recurrence: chosen, rule: ruleDraftOf(recurrence, start) }
        : { recurrence: chosen },
    )
  }
  const replace = () => {
    choose('rule')
    focusNext(() => box.current?.querySelector('select'))
  }
  const kept = before?.recurrence === 'custom' ? (['custom'] as const) : []
  const repeats = recurrence !== 'none' && recurrence !== 'custom'
  return (
    <div ref={box}>
      {recurrence === 'custom' ? (
        <div class="row-field">
          <span>
            <Repeat aria-hidden="true" />
            {form.repeats}
          </span>
          <Button onClick={replace}>{words.replace}</Button>
        </div>
      ) : (
        <SelectRow
          icon={<Repeat aria-hidden="true" />}
          label={form.repeats}
          value={recurrence}
          options={[
            ...[...kept, ...RECURRENCES].map((value) => ({ value, label: form.recurrences[value] })),
            { value: 'rule' as const, label: words.ownRule },
          ]}
          onChange={choose}
        />
      )}
      {recurrence === 'rule' && (
        <RuleEditor
          rule={ruleOf(draft, before)}
          start={start}
          isInvalid={problems.includes('interval')}
          onChange={(rule) => set({ rule })}
        />
      )}
      {repeats && <RepeatEnd {...{ draft, problems, onChange }} />}
      <Sentence {...{ draft, before, start }} />
    </div>
  )
}

/** The day on which the event starts; while none is typed, the last one that was. */
function useStartDay({ startDate }: Draft): number {
  const last = useRef(dayOf(toWall(Date.now(), lastZone())))
  const day = dayOfIso(startDate)
  if (Number.isFinite(day)) last.current = day
  return last.current
}

/** Read aloud whenever it changes. */
function Sentence({ draft, before, start }: Pick<RepeatFieldsProps, 'draft' | 'before'> & { start: number }) {
  const words = useEventFormText().recurrence
  const formats = useFormats()
  const day = dayOfIso(draft.until)
  const until = draft.ends === 'until' && Number.isFinite(day) ? day : undefined
  const count = draft.ends === 'count' ? Number(draft.count) || undefined : undefined
  const recurrence = recurrenceOf({ ...draft, startDate: isoOfDay(start) }, before)
  const isGoingOn = before !== null && before.recurrence !== 'none'
  return (
    <p class="hint rule-sentence" aria-live="polite">
      {recurrence !== 'none' && sentenceOf({ recurrence, start, until, count, isGoingOn }, { words, formats })}
    </p>
  )
}
