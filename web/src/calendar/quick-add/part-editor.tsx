import { useLayoutEffect, useRef } from 'preact/hooks'
import { MAX_EVENT_TEXT_LENGTH } from '../../../../src/platform/limits'
import { useEventFormText } from '../../i18n/event-form'
import { TOUCH } from '../../lib/media'
import { MapPin } from '../../ui/icons'
import type { Draft, Problem } from '../draft'
import { CalendarField } from '../event-dialog/more-fields'
import { PeopleField } from '../event-dialog/people-field'
import { ReminderFields } from '../event-dialog/reminder-fields'
import { RepeatFields } from '../event-dialog/repeat-fields'
import { WhenFields } from '../event-dialog/when-fields'
import type { EventPerson } from '../who'
import type { Part } from './line'

interface PartEditorProps {
  id: string
  part: Part
  draft: Draft
  drawn: readonly EventPerson[]
  problems: readonly Problem[]
  onChange: (draft: Draft) => void
}

/** The fields of the form that say one part. */
export function PartEditor({ id, part, draft, drawn, problems, onChange }: PartEditorProps) {
  const { quickAdd } = useEventFormText()
  const box = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    // Under a finger the focus would bring up the keyboard, over what was asked for.
    const first = part === 'location' || !matchMedia(TOUCH).matches
    if (first) box.current?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [part])
  const fields = { draft, onChange }
  return (
    <fieldset ref={box} id={id} class={`event-form part-editor ${part}`} aria-label={quickAdd.parts[part]}>
      {part === 'when' && <WhenFields {...fields} problems={problems} />}
      {part === 'people' && <PeopleField {...fields} drawn={drawn} />}
      {part === 'reminders' && <ReminderFields {...fields} original={draft.reminders} />}
      {part === 'recurrence' && <RepeatFields {...fields} problems={problems} before={null} />}
      {part === 'location' && <PlaceField {...fields} />}
      {part === 'calendar' && <CalendarField {...fields} original={null} />}
    </fieldset>
  )
}

function PlaceField({ draft, onChange }: Pick<PartEditorProps, 'draft' | 'onChange'>) {
  const form = useEventFormText()
  return (
    <label class="row-field">
      <span>
        <MapPin aria-hidden="true" />
        {form.place}
      </span>
      <input
        type="text"
        class="input"
        enterKeyHint="done"
        placeholder={form.placeHint}
        maxLength={MAX_EVENT_TEXT_LENGTH}
        value={draft.location}
        onInput={({ currentTarget }) => onChange({ ...draft, location: currentTarget.value })}
      />
    </label>
  )
}
