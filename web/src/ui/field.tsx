import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  label: string
  hint?: string | undefined
  /** What is wrong with the value, in words for the person who typed it. */
  error?: string | undefined
}

interface ValueProps {
  value: string
  onInput: (value: string) => void
  name?: string
  disabled?: boolean
  maxLength?: number
  placeholder?: string
  autoFocus?: boolean
}

interface TextFieldProps extends FieldProps, ValueProps {
  type?: 'text' | 'password' | 'email' | 'url' | 'search' | 'number' | 'date' | 'time'
  /** As the `autocomplete` attribute: `username`, `current-password`, `off`, … */
  autoComplete?: string
  autoCapitalize?: 'off'
  min?: string | number
  max?: string | number
  step?: number
}

/** A labelled text input with a hint and an error. */
export function TextField({ label, hint, error, onInput, autoFocus = false, ...rest }: TextFieldProps) {
  const id = useId()
  // Preact types each input type apart; which one it is does not matter here.
  const attributes = rest as JSX.IntrinsicElements['input']
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...attributes}
        {...describedBy(id, hint, error)}
        {...focusFirst(autoFocus)}
        id={id}
        class="input"
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  onInput,
  autoFocus = false,
  ...attributes
}: FieldProps & ValueProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...attributes}
        {...describedBy(id, hint, error)}
        {...focusFirst(autoFocus)}
        id={id}
        rows={3}
        class="input"
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

interface SelectFieldProps<T extends string> extends FieldProps {
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  disabled?: boolean
}

/** A labelled choice of one. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, hint, error, value, options, onChange, disabled = false } = props
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        {...describedBy(id, hint, error)}
        id={id}
        class="input"
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

interface SwitchFieldProps {
  label: ComponentChildren
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A row with a label and a switch. */
export function SwitchField({ label, checked, onChange, disabled = false }: SwitchFieldProps) {
  return (
    <label class="row-field">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

/** In a dialog the browser focuses what carries `autofocus`. */
function focusFirst(autoFocus: boolean) {
  return autoFocus ? { autofocus: true } : {}
}

function describedBy(id: string, hint: string | undefined, error: string | undefined) {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean)
  return {
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  }
}

function FieldNotes({ id, hint, error }: { id: string; hint: string | undefined; error: string | undefined }) {
  return (
    <>
      {error && (
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}
