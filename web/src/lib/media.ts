import { useEffect, useState } from 'preact/hooks'

// In `em` of the browser's own text: where that is large there is as little room as on a small screen.
export const PHONE = '(max-width: 44.9375em)'
export const LAPTOP = '(min-width: 64em)'
/** A phone on its side, a small window, or one that is magnified. */
export const LOW = '(max-height: 34.9375em)'
export const TOUCH = '(pointer: coarse)'

/** Pixels of a length in `rem`, which grows with the browser's own text. */
export const pixelsOf = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Whether a media query matches at this moment. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const update = () => setMatches(list.matches)
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query])
  return matches
}
