import { useEffect, useRef } from 'preact/hooks'

const LEAST = 60

/** Calls with 1 for a swipe to the left, -1 to the right; vertical movement scrolls. */
export function useSwipe(element: { current: HTMLElement | null }, onSwipe: (direction: 1 | -1) => void): void {
  const latest = useRef(onSwipe)
  latest.current = onSwipe
  useEffect(() => {
    const target = element.current
    if (target === null) return
    let from: { x: number; y: number } | null = null
    const start = ({ touches }: TouchEvent) => {
      const [touch] = touches
      from = touch === undefined || touches.length > 1 ? null : { x: touch.clientX, y: touch.clientY }
    }
    const end = ({ changedTouches }: TouchEvent) => {
      const [touch] = changedTouches
      if (from === null || touch === undefined) return
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
      from = null
      if (Math.abs(dx) > LEAST && Math.abs(dx) > 2 * Math.abs(dy)) latest.current(dx < 0 ? 1 : -1)
    }
    target.addEventListener('touchstart', start, { passive: true })
    target.addEventListener('touchend', end)
    return () => {
      target.removeEventListener('touchstart', start)
      target.removeEventListener('touchend', end)
    }
  }, [])
}
