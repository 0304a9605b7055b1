import { MIN_PASSWORD_LENGTH } from '../../../src/platform/limits'

/** Whether a new password is long enough; characters are code points, as the service counts them. */
export const isLongEnough = (password: string): boolean => [...password].length >= MIN_PASSWORD_LENGTH

/** Whether every date and time in the dialog is read, or empty; one that cannot be read says so, and gets the focus. */
export function isAllRead(): boolean {
  const unread = document.querySelector<HTMLElement>('dialog[open] [data-unread]')
  unread?.dispatchEvent(new Event('invalid'))
  unread?.focus()
  return unread === null
}
