import type { ComponentChildren } from 'preact'

interface FormProps {
  /** Called by Enter as well; the page never navigates. */
  onSubmit: () => void
  onKeyDown?: ((event: KeyboardEvent & { currentTarget: HTMLElement }) => void) | undefined
  class?: string
  children: ComponentChildren
}

/** A form without the browser's validation: its fields show their own errors. */
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
