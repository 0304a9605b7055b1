import { useEffect, useRef } from 'preact/hooks'

/** Where a pointer is in the window. */
export interface Point {
  x: number
  y: number
  isTouch: boolean
}

interface PointerOptions {
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

interface Press {
  pointerId: number
  target: Element
  from: Point
  at: Point
  isLifted: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

const MOUSE_SLACK = 4
const TOUCH_SLACK = 9
const LONG_PRESS_MS = 350
const TICK_MS = 8

/** Turns presses into lifts, moves and drops: of a mouse that moves, of a finger that stays. What is dragged is no click. */
export function usePointer(options: PointerOptions): void {
  const latest = useRef(options)
  latest.current = options

  useEffect(() => {
    const element = options.element.current
    if (element === null) return
    let press: Press | null = null
    let wasDragged = false
    const listening = new AbortController()
    const { signal } = listening

    const end = (finish: (at: Point) => void = () => {}) => {
      if (press === null) return
      const { timer, at, isLifted, target } = press
      clearTimeout(timer)
      target.removeEventListener('touchmove', hold)
      press = null
      delete element.dataset.dragging
      if (isLifted) finish(at)
    }
    const cancel = () => end(() => latest.current.onCancel())

    const lift = () => {
      if (press === null) return
      clearTimeout(press.timer)
      wasDragged = true
      if (!latest.current.onLift(press.target, press.from)) return end()
      press.isLifted = true
      element.dataset.dragging = ''
      // Browsers complain of one that comes before anybody has touched the page.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICK_MS)
      element.setPointerCapture(press.pointerId)
      requestAnimationFrame(stay)
    }

    const stay = () => {
      if (press === null) return
      if (latest.current.onHold(press.at, press.from)) latest.current.onMove(press.at)
      requestAnimationFrame(stay)
    }

    const down = (event: PointerEvent) => {
      wasDragged = false
      // A second finger means something else.
      if (!event.isPrimary) return cancel()
      end()
      const { target, button, pointerId } = event
      if (button !== 0 || !(target instanceof Element) || !latest.current.canLift(target)) return
      const from = pointOf(event)
      const timer = from.isTouch ? setTimeout(lift, LONG_PRESS_MS) : undefined
      press = { pointerId, target, from, at: from, isLifted: false, timer }
      // Touches stay with their element, even when that is taken from the page.
      target.addEventListener('touchmove', hold, { passive: false })
    }

    const move = (event: PointerEvent) => {
      if (press === null || event.pointerId !== press.pointerId) return
      press.at = pointOf(event)
      if (!press.isLifted) {
        const distance = Math.hypot(press.at.x - press.from.x, press.at.y - press.from.y)
        // A finger that moves at once wants to scroll.
        if (press.at.isTouch && distance > TOUCH_SLACK) return end()
        if (press.at.isTouch || distance < MOUSE_SLACK) return
        lift()
      }
      if (press?.isLifted) latest.current.onMove(press.at)
    }

    const up = (event: PointerEvent) => {
      if (event.pointerId === press?.pointerId) end((at) => latest.current.onDrop(at))
    }
    const click = (event: MouseEvent) => {
      // A key's click has no count.
      if (!wasDragged || event.detail === 0) return
      wasDragged = false
      event.preventDefault()
      event.stopPropagation()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
    }
    // After the lift the finger drags: the page neither scrolls, nor selects, nor offers a menu.
    const hold = (event: Event) => {
      if (press?.isLifted) event.preventDefault()
    }

    element.addEventListener('pointerdown', down, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', up, { signal })
    element.addEventListener('pointercancel', cancel, { signal })
    element.addEventListener('click', click, { signal, capture: true })
    element.addEventListener('touchmove', hold, { signal, passive: false })
    element.addEventListener('contextmenu', hold, { signal })
    document.addEventListener('selectstart', hold, { signal })
    document.addEventListener('keydown', onKey, { signal })
    return () => {
      cancel()
      listening.abort()
    }
  }, [])
}

const pointOf = ({ clientX, clientY, pointerType }: PointerEvent): Point => ({
  x: clientX,
  y: clientY,
  isTouch: pointerType === 'touch',
})
