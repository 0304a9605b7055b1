const SHORTEST = 8

/** Whether a new password is long enough; characters are code points, as the service counts them. */
export const isLongEnough = (password: string): boolean => [...password].length >= SHORTEST

/** Leads whoever types or listens to the first field with a problem, as soon as it is drawn. */
export function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    const form = document.querySelector('dialog[open]') ?? document
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
