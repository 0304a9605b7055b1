/** Leads whoever types or listens to the first field with a problem, as soon as it is drawn. */
export function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    const form = document.querySelector('dialog[open]') ?? document
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
