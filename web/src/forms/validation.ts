const SHORTEST = 8

/** Whether a new password is long enough; characters are code points, as the service counts them. */
export const isLongEnough = (password: string): boolean => [...password].length >= SHORTEST

/** Focuses the first invalid field once it is drawn. */
export function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    const form = document.querySelector('dialog[open]') ?? document
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
