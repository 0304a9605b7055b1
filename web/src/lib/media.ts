import { useEffect, useState } from 'preact/hooks'

export const PHONE = '(max-width: 719px)'
export const LAPTOP = '(min-width: 1024px)'
export const TOUCH = '(pointer: coarse)'

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
