import { TOUCH } from '../../lib/media'

/**
 * What the return key does in the form. With Ctrl or Cmd it saves from everywhere. Under a finger it goes on to the next
 * field: whoever presses it there wants the keyboard away, not a half-made event saved. Elsewhere the browser submits.
 */
export function onReturn(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { target, currentTarget } = event
  if (event.key !== 'Enter') return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    currentTarget.closest('form')?.requestSubmit()
  } else if (target instanceof HTMLInputElement && matchMedia(TOUCH).matches) {
    event.preventDefault()
    const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, select, textarea')]
    fields[fields.indexOf(target) + 1]?.focus()
  }
}
