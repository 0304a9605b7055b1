/** Gives the focus to what is drawn in the next frame, unless somebody has moved it by then. */
export function focusNext(find: () => HTMLElement | null | undefined): void {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const now = document.activeElement
    // What had it may be gone from the document: then the body has it.
    if (now === before || now === document.body) find()?.focus()
  })
}
