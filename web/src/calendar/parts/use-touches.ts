import { useEffect } from 'preact/hooks'

/** What follows a finger from where it went down. */
interface Touches {
  start: (event: TouchEvent) => void
  move: (event: TouchEvent) => void
  end: (event: TouchEvent) => void
  cancel: (event: TouchEvent) => void
}

/** Listens to the fingers on an element while the component is there; none of it holds the page. */
export function useTouches(target: { current: HTMLElement | null }, open: (element: HTMLElement) => Touches): void {
  useEffect(() => {
    const element = target.current
    if (element === null) return
    const { start, move, end, cancel } = open(element)
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    element.addEventListener('touchstart', start, options)
    element.addEventListener('touchmove', move, options)
    element.addEventListener('touchend', end, options)
    element.addEventListener('touchcancel', cancel, options)
    return () => listening.abort()
  }, [])
}
