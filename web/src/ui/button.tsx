import type { ComponentChildren, JSX } from 'preact'

type Attributes = Omit<JSX.IntrinsicElements['button'], 'class' | 'icon' | 'label'>

interface ButtonProps extends Attributes {
  /** `primary` once per screen; `quiet` beside it; `danger` for what cannot be undone. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  busy?: boolean
  class?: string
  children: ComponentChildren
}

export function Button({ kind = 'plain', busy = false, class: extra = '', children, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes} class={`button ${kind} ${extra}`} aria-busy={busy || undefined}>
      {children}
    </button>
  )
}

interface IconButtonProps extends Attributes {
  /** What it does; read aloud and shown on hover. */
  label: string
  class?: string
  children: ComponentChildren
}

export function IconButton({ label, class: extra = '', children, ...attributes }: IconButtonProps) {
  return (
    <button type="button" title={label} {...attributes} class={`icon-button ${extra}`} aria-label={label}>
      {children}
    </button>
  )
}
