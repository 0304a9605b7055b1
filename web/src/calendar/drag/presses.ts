import type { Point, PointerOptions } from './pointer'

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

/** What a press is, moved so far: `press` may yet become either. A finger that moves at once wants to scroll. */
export function meaningOf(from: Point, at: Point): 'press' | 'drag' | 'scroll' {
  const distance = Math.hypot(at.x - from.x, at.y - from.y)
  if (at.isTouch) return distance > TOUCH_SLACK ? 'scroll' : 'press'
  return distance < MOUSE_SLACK ? 'press' : 'drag'
}

/** What an element's events do to the one press that may become a drag. */
export function pressesOn(element: HTMLElement, options: { current: PointerOptions }) {
  let press: Press | null = null
  let wasDragged = false

  const end = (finish: (at: Point) => void = () => {}) => {
    if (press === null) return
    const { timer, at, isLifted, target } = press
    clearTimeout(timer)
    target.removeEventListener('touchmove', hold)
    press = null
    delete element.dataset.dragging
    if (isLifted) finish(at)
  }
  const cancel = () => end(() => options.current.onCancel())
  const lift = () => {
    if (press === null) return
    clearTimeout(press.timer)
    wasDragged = true
    if (!options.current.onLift(press.target, press.from)) return end()
    press.isLifted = true
    element.dataset.dragging = ''
    tick()
    element.setPointerCapture(press.pointerId)
    requestAnimationFrame(stay)
  }
  const stay = () => {
    if (press === null) return
    if (options.current.onHold(press.at, press.from)) options.current.onMove(press.at)
    requestAnimationFrame(stay)
  }
  const down = (event: PointerEvent) => {
    wasDragged = false
    // A second finger means something else.
    if (!event.isPrimary) return cancel()
    end()
    const { target, button, pointerId } = event
    if (button !== 0 || !(target instanceof Element) || !options.current.canLift(target)) return
    const from = pointOf(event)
    const timer = from.isTouch ? setTimeout(lift, LONG_PRESS_MS) : undefined
    press = { pointerId, target, from, at: from, isLifted: false, timer }
    // Touches stay with their element, even when that is taken from the page.
    target.addEventListener('touchmove', hold, { passive: false })
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press?.pointerId) return
    press.at = pointOf(event)
    const meaning = press.isLifted ? 'drag' : meaningOf(press.from, press.at)
    if (meaning === 'scroll') return end()
    if (meaning === 'drag' && !press.isLifted) lift()
    if (press?.isLifted) options.current.onMove(press.at)
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId === press?.pointerId) end((at) => options.current.onDrop(at))
  }
  const click = (event: MouseEvent) => {
    // A key's click has no count.
    if (!wasDragged || event.detail === 0) return
    wasDragged = false
    event.preventDefault()
    event.stopPropagation()
  }
  // After the lift the finger drags: the page neither scrolls, nor selects, nor offers a menu.
  const hold = (event: Event) => {
    if (press?.isLifted) event.preventDefault()
  }
  return { down, move, up, cancel, click, hold }
}

/** What a finger feels. Browsers complain of one that comes before anybody has touched the page. */
function tick(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICK_MS)
}

const pointOf = ({ clientX, clientY, pointerType }: PointerEvent): Point => ({
  x: clientX,
  y: clientY,
  isTouch: pointerType === 'touch',
})
