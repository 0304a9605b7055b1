import { useEffect, useRef, useState } from 'preact/hooks'

const HOLD_MS = 500
/** Who moves further scrolls. */
const SLACK = 10

/**
 * Tells a finger that stays from a tap: `isHeld` once it has stayed, `onHeld` when it is lifted after that, since only
 * then a phone opens its keyboard.
 */
export function useLongPress(onHeld: () => void) {
  const [isHeld, setHeld] = useState(false)
  const start = useRef({ x: 0, y: 0 })
  const wasHeld = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => {
    clearTimeout(timer.current)
    setHeld(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const handlers = {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      end()
      wasHeld.current = false
      if (pointerType === 'mouse' || !isPrimary) return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        setHeld(true)
        navigator.vibrate?.(8)
      }, HOLD_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > SLACK) end()
    },
    onPointerCancel: end,
    onPointerUp: () => {
      end()
      wasHeld.current = isHeld
      if (isHeld) onHeld()
    },
    // A browser may call a finger that has stayed a tap as well. What has no detail is a key or a screen reader.
    onClickCapture: (event: MouseEvent) => {
      if (!wasHeld.current || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
    // A phone's own menu of a text that is held.
    onContextMenu: (event: MouseEvent) => {
      if (event instanceof PointerEvent && event.pointerType !== 'mouse') event.preventDefault()
    },
  }
  return { isHeld, handlers }
}
