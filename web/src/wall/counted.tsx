import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../i18n'
import { pixelsOf } from '../lib/media'

/** What the line with the number covers at a list's lower edge, in `rem`; it fades in above that. */
const COVERED = 1.75

/** A list in the height that it is given. Nobody may be there to scroll it: it says how many are below what is seen. */
export function Counted({ children }: { children: ComponentChildren }) {
  const { calendar } = useText()
  const list = useRef<HTMLUListElement>(null)
  const [below, setBelow] = useState(0)
  const measure = () => {
    if (list.current !== null) setBelow(countBelow(list.current))
  }
  useLayoutEffect(measure)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(list.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <ul ref={list} onScroll={measure}>
        {children}
      </ul>
      {below > 0 && (
        <p class="wall-more" aria-hidden="true">
          {calendar.moreHere(below)}
        </p>
      )}
    </>
  )
}

function countBelow(list: HTMLElement): number {
  // Half pixels are rounded away.
  const edge = list.getBoundingClientRect().bottom + 1
  const bottoms = [...list.children].map((child) => child.getBoundingClientRect().bottom)
  if (bottoms.every((bottom) => bottom <= edge)) return 0
  return bottoms.filter((bottom) => bottom > edge - pixelsOf(COVERED)).length
}
