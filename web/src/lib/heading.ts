/** A heading, by default the page's title, made ready to have the focus. */
export function headingOf(part: ParentNode = document, selector = '#main h1'): HTMLElement | null {
  const heading = part.querySelector<HTMLElement>(selector)
  if (heading !== null) heading.tabIndex = -1
  return heading
}
