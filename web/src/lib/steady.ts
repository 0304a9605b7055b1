import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'

/** Longer than a browser takes from the lifted finger to the click. */
const CLICK_MS = 500

/**
 * A value to draw: while a finger or a button is down on the page, what it was before. What came meanwhile would move
 * what is touched, and browsers click on what is there when the finger is lifted.
 */
export function useSteady<T>(value: T): T {
  const drawn = useRef(value)
  const isDown = useRef(false)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    const listening = new AbortController()
    const on = (type: string, then: () => void) =>
      document.addEventListener(type, then, { capture: true, signal: listening.signal })
    let timer = 0
    const releaseIn = (ms: number) => () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        isDown.current = false
        draw(undefined)
      }, ms)
    }
    on('pointerdown', () => {
      clearTimeout(timer)
      isDown.current = true
    })
    // A touch is clicked after it was lifted, and a stroke never; a change follows the click.
    on('pointerup', releaseIn(CLICK_MS))
    on('click', releaseIn(0))
    on('pointercancel', releaseIn(0))
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])
  if (!isDown.current) drawn.current = value
  return drawn.current
}
