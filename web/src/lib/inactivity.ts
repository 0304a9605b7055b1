import { useEffect, useRef, useState } from 'preact/hooks'

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const

/** True when nobody has touched the page for so many milliseconds. */
export function useInactive(milliseconds: number): boolean {
  const [isIdle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const wake = () => {
      setIdle(false)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setIdle(true), milliseconds)
    }
    wake()
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, wake, { passive: true })
    return () => {
      clearTimeout(timer.current)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, wake)
    }
  }, [milliseconds])
  return isIdle
}
