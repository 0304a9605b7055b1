import { useEffect, useRef } from 'preact/hooks'
import { pressesOn } from './presses'

/** Where a pointer is in the window. */
export interface Point {
  x: number
  y: number
  isTouch: boolean
}

export interface PointerOptions {
  /** Around everything that can be picked up. */
  element: { current: HTMLElement | null }
  /** Whether a press there may come to pick something up; cheap. */
  canLift: (target: Element) => boolean
  /** It does, with the pointer where it was pressed; false when nothing is picked up. */
  onLift: (target: Element, at: Point) => boolean
  onMove: (at: Point) => void
  /** In every frame until it is dropped; true when the page has moved below the pointer. */
  onHold: (at: Point, from: Point) => boolean
  onDrop: (at: Point) => void
  onCancel: () => void
}

/** Turns presses into lifts, moves and drops: of a mouse that moves, of a finger that stays. What is dragged is no click. */
export function usePointer(options: PointerOptions): void {
  const latest = useRef(options)
  latest.current = options

  useEffect(() => {
    const element = options.element.current
    if (element === null) return
    const { down, move, up, cancel, click, hold } = pressesOn(element, latest)
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerdown', down, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', up, { signal })
    element.addEventListener('pointercancel', cancel, { signal })
    element.addEventListener('click', click, { signal, capture: true })
    element.addEventListener('touchmove', hold, { signal, passive: false })
    element.addEventListener('contextmenu', hold, { signal })
    document.addEventListener('selectstart', hold, { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal })
    return () => {
      cancel()
      listening.abort()
    }
  }, [])
}
