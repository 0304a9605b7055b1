import type { ComponentChildren } from 'preact'

interface FormProps {
  /** Enter submits as well; the page never navigates. */
  onSubmit: () => void
  onKeyDown?: ((event: KeyboardEvent & { currentTarget: HTMLElement }) => void) | undefined
  class?: string
  children: ComponentChildren
}

/** A form whose fields say themselves what is wrong, not the browser. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
