import { MIN_PASSWORD_LENGTH } from '../../../src/platform/limits'

/** Whether a new password is long enough; characters are code points, as the service counts them. */
export const isLongEnough = (password: string): boolean => [...password].length >= MIN_PASSWORD_LENGTH

/** Focuses the first invalid field once it is drawn. */
export function focusFirstProblem(): void {
  requestAnimationFrame(() => {
    const form = document.querySelector('dialog[open]') ?? document
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
