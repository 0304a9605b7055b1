import { MIN_PASSWORD_LENGTH } from '../../../src/platform/limits'
import { focusNext } from '../lib/focus'

/** Whether a new password is long enough; characters are code points, as the service counts them. */
export const isLongEnough = (password: string): boolean => [...password].length >= MIN_PASSWORD_LENGTH

/** Focuses the first invalid field once it is drawn, unless somebody has gone on by then. */
export function focusFirstProblem(): void {
  focusNext(() => (document.querySelector('dialog[open]') ?? document).querySelector('[aria-invalid="true"]'))
}
