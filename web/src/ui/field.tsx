import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  label: string
  hint?: string | undefined
  /** What is wrong with the value, in words for the person who typed it. */
  error?: string | false | undefined
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
  type?: 'text' | 'password' | 'email' | 'url' | 'search' | 'number'
  /** As the `autocomplete` attribute: `username`, `current-password`, `off`, … */
  autoComplete?: string
  autoCapitalize?: 'off'
  min?: string | number
  max?: string | number
  step?: number
}

interface LabelledProps extends FieldProps {
  children: (attributes: { id: string } & ReturnType<typeof describedBy>) => ComponentChildren
}

/** A control with its label, a hint and an error. */
export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...describedBy(id, hint, error) })}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

/** A labelled text input with a hint and an error. */
export function TextField({ label, hint, error, onInput, autoFocus = false, ...rest }: TextFieldProps) {
  // Preact types each input type apart; which one it is does not matter here.
  const typed = rest as JSX.IntrinsicElements['input']
  return (
    <Labelled {...{ label, hint, error }}>
      {(attributes) => (
        <input
          {...typed}
          {...attributes}
          {...focusFirst(autoFocus)}
          class="input"
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

interface SelectProps<T extends string> {
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  disabled?: boolean
}

/** A labelled choice of one. */
export function SelectField<T extends string>({ label, hint, error, ...select }: FieldProps & SelectProps<T>) {
  return <Labelled {...{ label, hint, error }}>{(attributes) => <Select {...select} {...attributes} />}</Labelled>
}

interface SelectRowProps<T extends string> extends SelectProps<T> {
  icon?: ComponentChildren
  label: string
}

/** The same in one row. */
export function SelectRow<T extends string>({ icon, label, ...select }: SelectRowProps<T>) {
  const id = useId()
  return (
    <label class="row-field" for={id}>
      <span>
        {icon}
        {label}
      </span>
      <Select {...select} id={id} />
    </label>
  )
}

type SelectAttributes = Partial<ReturnType<typeof describedBy>> & { id?: string; 'aria-label'?: string }

/** The choice alone; it needs a name of its own. */
export function Select<T extends string>({ options, onChange, ...attributes }: SelectProps<T> & SelectAttributes) {
  return (
    <select
      {...attributes}
      class="input"
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ value }) => value === currentTarget.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
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

function describedBy(id: string, hint: string | undefined, error: FieldProps['error']) {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean)
  return {
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  }
}

function FieldNotes({ id, hint, error }: { id: string; hint: string | undefined; error: FieldProps['error'] }) {
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
