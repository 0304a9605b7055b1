import { useRef } from 'preact/hooks'
import { useTouches } from '../parts/use-touches'

const LEAST = 60
/** Of the screen's edge: there a browser goes back. */
const EDGE = 20
const SLIDE_MS = 220

interface SwipeProps {
  element: { current: HTMLElement | null }
  /** Called with 1 for a swipe to the left, -1 to the right, and where it began; returns what turns like a page, or null. */
  onSwipe: (direction: 1 | -1, from: Element) => Element | null
}

/** Turns pages by a finger that goes sideways; vertical movement scrolls. */
export default function Swipe({ element, onSwipe }: SwipeProps) {
  const latest = useRef(onSwipe)
  latest.current = onSwipe
  useTouches(element, (target) => {
    let from: { x: number; y: number; at: Element } | null = null
    const start = ({ touches, target: at }: TouchEvent) => {
      const [touch] = touches
      const isMeant = touches.length === 1 && at instanceof Element && !scrollsSideways(at, target)
      const isInside = touch !== undefined && touch.clientX > EDGE && touch.clientX < innerWidth - EDGE
      from = isMeant && isInside ? { x: touch.clientX, y: touch.clientY, at } : null
    }
    // What is dragged by a finger holds the page.
    const move = (event: TouchEvent) => {
      if (event.defaultPrevented) from = null
    }
    const end = ({ changedTouches }: TouchEvent) => {
      const [touch] = changedTouches
      if (from === null || touch === undefined) return
      const { at } = from
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
      from = null
      if (Math.abs(dx) < LEAST || Math.abs(dx) < 2 * Math.abs(dy)) return
      const direction = dx < 0 ? 1 : -1
      const turned = latest.current(direction, at)
      if (turned !== null) slide(turned, direction)
    }
    const cancel = () => {
      from = null
    }
    return { start, move, end, cancel }
  })
  return null
}

/** What comes, comes from where the finger went. */
function slide(element: Element, direction: 1 | -1): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const from = { transform: `translateX(${direction * 3}rem)`, opacity: 0.3 }
  element.animate([from, { transform: 'none', opacity: 1 }], { duration: SLIDE_MS, easing: 'ease-out' })
}

function scrollsSideways(at: Element, within: Element): boolean {
  for (let one: Element | null = at; one !== null && one !== within; one = one.parentElement) {
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true
  }
  return false
}
