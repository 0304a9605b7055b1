/**
 * Selects all of a field that gets the focus. WebKit would put the caret where the mouse is let go that gave it the
 * focus, and what is typed then into the middle of what stands there.
 */
export function selectAll({ currentTarget: field }: { currentTarget: HTMLInputElement }): void {
  field.select()
  if (!field.matches(':active')) return
  field.addEventListener('mouseup', (event) => event.preventDefault(), { once: true })
}
