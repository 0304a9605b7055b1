import type { Problems } from './problems'

/** What a text field needs to show a part of a draft and to change it. */
interface BoundField {
  value: string
  onInput: (value: string) => void
  error: string | false | undefined
}

/** Binds text fields to the parts of a draft by their names: `<TextField label="…" {...bound('email')} />`. */
export function boundTo<T extends Record<keyof T, string>>(
  draft: T,
  onChange: (draft: T) => void,
  problems: Problems<keyof T & string>,
): (name: keyof T & string) => BoundField {
  return (name) => ({
    value: draft[name],
    onInput: (value) => onChange({ ...draft, [name]: value }),
    error: problems[name],
  })
}
