import { MIN_PASSWORD_LENGTH } from '../../../src/platform/limits'
import { focusNext } from '../lib/focus'

/** Whether a new password is long enough; characters are code points, as the service counts them. */
export const isLongEnough = (password: string): boolean => [...password].length >= MIN_PASSWORD_LENGTH

/** Focuses the first invalid field once it is drawn, unless somebody has gone on by then. */
export function focusFirstProblem(): void {
  focusNext(() => (document.querySelector('dialog[open]') ?? document).querySelector('[aria-invalid="true"]'))
}

/** Whether every date and time in the dialog is read, or empty; one that cannot be read says so, and gets the focus. */
export function isAllRead(): boolean {
  const unread = document.querySelector<HTMLElement>('dialog[open] [data-unread]')
  unread?.dispatchEvent(new Event('invalid'))
  unread?.focus()
  return unread === null
}
