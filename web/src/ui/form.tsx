import type { ComponentChildren } from 'preact'
import { focusNext } from '../lib/focus'

interface FormProps {
  /** Called by Enter as well; the page never navigates. */
  onSubmit: () => void
  onKeyDown?: ((event: KeyboardEvent & { currentTarget: HTMLElement }) => void) | undefined
  class?: string
  children: ComponentChildren
}

/** A form without the browser's validation: its fields show their own errors, and the first one gets the focus. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        focusFirstProblem()
      }}
    />
  )
}

/** Focuses the first invalid field once it is drawn, unless somebody has gone on by then. */
export function focusFirstProblem(): void {
  focusNext(() => (document.querySelector('dialog[open]') ?? document).querySelector('[aria-invalid="true"]'))
}
