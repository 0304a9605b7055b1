import type { RefObject } from 'preact'
import { MAX_SENTENCE_LENGTH } from '../../../../src/platform/limits'
import { useEventFormText } from '../../i18n/event-form'
import { colorsOf } from '../parts/people'
import type { EventPerson } from '../who'
import { cut, type Understood } from './reading'

interface SentenceFieldProps {
  text: string
  /** What of it is understood, and meant. */
  understood: readonly Understood[]
  drawn: readonly EventPerson[]
  isInvalid: boolean
  /** It is being saved, or goes on in the form. */
  isBusy: boolean
  /** The id of what is said about it. */
  note: string
  inputRef: RefObject<HTMLTextAreaElement | null>
  onInput: (text: string) => void
}

/** One line, as high as its words need; those that are understood are marked behind it. */
export function SentenceField(props: SentenceFieldProps) {
  const { text, understood, drawn, isInvalid, isBusy, note, inputRef, onInput } = props
  const form = useEventFormText()
  return (
    <div class="sentence" style={colorsOf(drawn)}>
      <p aria-hidden="true">
        {cut(text, understood).map(({ words, field }) => (field === null ? words : <mark>{words}</mark>))}
        {/* Blanks at the end of a line have no width of their own. */}
        {'\u200b'}
      </p>
      <textarea
        ref={(field) => {
          inputRef.current = field
          // The dialog gives the focus to what carries this attribute when it opens.
          field?.setAttribute('autofocus', '')
        }}
        rows={1}
        aria-label={form.title}
        aria-invalid={isInvalid}
        aria-describedby={note}
        placeholder={form.titleHint}
        autocomplete="off"
        enterkeyhint="done"
        maxLength={MAX_SENTENCE_LENGTH}
        readOnly={isBusy}
        value={text}
        // Lines that are pasted are words of one.
        onInput={({ currentTarget }) => onInput(currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
      />
    </div>
  )
}
