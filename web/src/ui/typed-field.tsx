import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { TOUCH, useMedia } from '../lib/media'
import { selectAll } from '../lib/select-all'
import { lazyExtra } from './lazy'

const NotUnderstood = lazyExtra(async () => ({ default: (await import('./pickers')).NotUnderstood }))

export interface TypedFieldProps {
  /** What the field is called; read aloud. */
  label: string
  value: string
  /** Empty while what is typed is no value. */
  onChange: (value: string) => void
  isInvalid?: boolean
  describedBy?: string | undefined
  /** Of the input, where a label stands beside it. */
  id?: string | undefined
}

interface Typed {
  kind: 'date' | 'time'
  /** The value as this person reads it; empty where there is none. */
  drawn: string
  /** The value of what is typed; null where it is none. */
  read: (text: string) => string | null
  /** Keys while the field has the focus; true: dealt with. */
  onKey: (event: KeyboardEvent, picker: PickerState) => boolean
  /** The full words of the value, where the drawn ones are short. */
  spoken?: string
  /** Of the options in the picker, the one that keys have gone to. */
  activeOption?: string | undefined
  picker: (picker: OpenPicker) => ComponentChildren
}

interface PickerState {
  isOpen: boolean
  open: () => void
  /** Opens it if need be, and takes the focus there. */
  enter: () => void
  close: () => void
}

export interface OpenPicker {
  id: string
  anchor: HTMLElement
  label: string
  /** Whether the focus goes to it. */
  isEntered: boolean
  onClose: () => void
  /** A value was picked. */
  onPick: (value: string) => void
  /** Brings the keyboard of the screen; null where there is none. */
  onType: (() => void) | null
}

/**
 * A text field for a value that people write in many ways, with something to pick it from (ARIA Authoring Practices,
 * combobox). Under a finger no keyboard comes up before it is asked for.
 */
export function TypedField({
  label,
  value,
  onChange,
  isInvalid = false,
  describedBy,
  id,
  ...typed
}: TypedFieldProps & Typed) {
  const { kind, drawn, read, onKey, spoken = '', activeOption, picker } = typed
  const own = useId()
  const isTouch = useMedia(TOUCH)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(drawn)
  const [opened, setOpened] = useState<'no' | 'open' | 'entered'>('no')
  const [isLeft, setLeft] = useState(true)
  const [isRefused, setRefused] = useState(false)
  const [isTyping, setTyping] = useState(false)
  // What is half typed is no value yet, and stays. Other effects wait for the next frame, when more may have been typed.
  useLayoutEffect(() => {
    if ((read(text) ?? '') !== value) setText(drawn)
  }, [drawn])
  const isUnread = value === '' && text.trim() !== ''
  // Whoever tried to save is told at once, and is led back into the field.
  const isNotUnderstood = (isLeft || isInvalid || isRefused) && isUnread
  const isOpen = opened !== 'no'
  const close = () => setOpened('no')
  const state = { isOpen, open: () => setOpened('open'), enter: () => setOpened('entered'), close }
  const pick = (picked: string) => {
    close()
    onChange(picked)
    input.current?.focus()
  }
  const type = () => {
    close()
    // The keyboard follows the attribute at the next focus only.
    input.current!.inputMode = 'text'
    input.current!.blur()
    input.current!.focus()
    input.current!.select()
    setTyping(true)
  }
  const described = [describedBy, spoken && `${own}-spoken`, isNotUnderstood && `${own}-error`]
    .filter(Boolean)
    .join(' ')
  const popup = `${own}-picker`
  return (
    <span class="typed-field">
      <input
        ref={input}
        type="text"
        role="combobox"
        class={`input ${kind}-input`}
        id={id}
        aria-label={label}
        aria-invalid={isInvalid || isNotUnderstood}
        aria-describedby={described || undefined}
        aria-haspopup={kind === 'date' ? 'dialog' : 'listbox'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? popup : undefined}
        aria-activedescendant={isOpen && activeOption ? `${popup}-${activeOption}` : undefined}
        data-unread={isUnread || undefined}
        autoComplete="off"
        spellcheck={false}
        inputMode={isTouch && !isTyping ? 'none' : 'text'}
        enterKeyHint="next"
        value={text}
        onFocus={(event) => {
          setLeft(false)
          if (!isTouch || isTyping) selectAll(event)
        }}
        onKeyDown={(event) => {
          if (onKey(event, state)) {
            event.preventDefault()
            event.stopPropagation()
          } else if (isTouch && !isTyping) {
            // The first key of a keyboard beside the screen finds all selected, as focus does elsewhere.
            event.currentTarget.select()
            setTyping(true)
          }
        }}
        onClick={() => {
          if (!isTyping && !isOpen) state.open()
        }}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setRefused(false)
          onChange(read(event.currentTarget.value) ?? '')
        }}
        onInvalid={() => setRefused(true)}
        onBlur={() => {
          setText(drawn || text)
          setLeft(true)
          setTyping(false)
        }}
      />
      {spoken && (
        <span class="visually-hidden" id={`${own}-spoken`}>
          {spoken}
        </span>
      )}
      {isNotUnderstood && <NotUnderstood id={`${own}-error`} kind={kind} />}
      {isOpen &&
        picker({
          id: popup,
          anchor: input.current!,
          label,
          isEntered: opened === 'entered',
          onClose: close,
          onPick: pick,
          onType: isTouch ? type : null,
        })}
    </span>
  )
}
