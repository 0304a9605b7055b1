import type { ComponentChildren } from 'preact'

interface RowProps {
  name: string
  what: string
  /** Why it failed, or what it waits for. */
  state: string | null
  hasFailed: boolean
  /** What is to be seen of it. */
  details?: ComponentChildren
  /** The ways on. */
  children: ComponentChildren
}

/** A change that is not saved. */
export const Row = ({ name, what, state, hasFailed, details, children }: RowProps) => (
  <li aria-label={name}>
    <p>
      <span class={hasFailed ? 'chip' : 'chip waiting'}>{what}</span> <b>{name}</b>
    </p>
    <p>{state}</p>
    {details}
    <div class="ways">{children}</div>
  </li>
)
