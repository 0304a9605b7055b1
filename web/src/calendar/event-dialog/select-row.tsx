import type { ComponentChildren } from 'preact'

interface SelectRowProps<T extends string> {
  icon?: ComponentChildren
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A row with a label and a choice. */
export function SelectRow<T extends string>({ icon, label, value, options, onChange }: SelectRowProps<T>) {
  return (
    <label class="row-field">
      <span>
        {icon}
        {label}
      </span>
      <select
        class="input"
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
