import { useId } from 'preact/hooks'
import type { OpenedEvent } from '../../data/types'
import { useUnsavedText } from '../../i18n/unsaved'
import { useFormMessage } from '../parts/form-messages'
import { afterForm, changedParts, differences, type Part } from '../writes/changes'
import type { Write } from '../writes/write'

/** What a write was to make of an event, and what the event says now. */
export function Wanted({ write }: { write: Write }) {
  const { current } = write
  if (write.kind === 'delete') return current === null ? null : <Value part="when" form={current} now={null} />
  const { form } = write
  if (write.kind === 'create') {
    const isWanted = { when: true, people: form.personIds !== undefined, place: form.location !== undefined }
    const parts = (['when', 'people', 'place'] as const).filter((part) => isWanted[part])
    return parts.map((part) => <Value key={part} part={part} form={form} now={null} />)
  }
  const before = current ?? write.base
  const parts =
    before === null ? changedParts(null, form) : differences(write.base, form, before).map(({ part }) => part)
  return parts.map((part) => (
    <Value key={part} part={part} form={before === null ? form : afterForm(before, form)} now={before} />
  ))
}

interface ValueProps {
  part: Part
  form: OpenedEvent
  /** Null where there is nothing to compare with. */
  now: OpenedEvent | null
}

function Value({ part, form, now }: ValueProps) {
  const { parts, now: nowIs } = useUnsavedText()
  const wordsOf = useFormMessage()
  const id = useId()
  return (
    <fieldset class="wanted" aria-labelledby={id}>
      <span id={id}>{parts[part]}</span>
      <p>
        {wordsOf(part, form)}
        {now !== null && <small>{nowIs(wordsOf(part, now))}</small>}
      </p>
    </fieldset>
  )
}
