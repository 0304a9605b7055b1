/** As a `ref`: what stands in place of the button that was pressed takes the focus. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
