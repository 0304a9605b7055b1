import { TOUCH } from '../../lib/media'

/**
 * What the return key does in the line: of a keyboard it saves. Under a finger it puts the keyboard away and goes on to
 * Save, which a touch of its own has to press: whoever presses "done" there wants to see what was understood.
 */
export function onReturn(event: KeyboardEvent & { currentTarget: HTMLElement }, save: () => void): void {
  const { target, currentTarget } = event
  if (event.key !== 'Enter') return
  const isTyped = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
  if (!isTyped && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  const isTouch = matchMedia(TOUCH).matches && !event.ctrlKey && !event.metaKey
  if (isTouch) currentTarget.querySelector<HTMLElement>('[type="submit"]')?.focus()
  else save()
}
