import { useEffect, useRef } from 'preact/hooks'
import { DAY } from '../../lib/tz'
import { moved, resized, resizedDays, type Shift, STEP } from './shift'
import type { Lifted } from './use-drag'

/** The part of an event that is dragged. */
export type Grip = 'whole' | 'end'

interface PointerOptions {
  scroller: { current: HTMLElement | null }
  body: { current: HTMLElement | null }
  days: number
  /** An event is picked up; false when it cannot be. */
  onLift: (key: string) => boolean
  /** It was carried so many days and milliseconds from where it was. */
  onMove: (grip: Grip, days: number, milliseconds: number) => void
  onDrop: () => void
  onCancel: () => void
}

interface Press {
  pointerId: number
  key: string
  grip: Grip
  x: number
  y: number
  scrollTop: number
  isLifted: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

const MOUSE_SLACK = 4
const TOUCH_SLACK = 9
const LONG_PRESS_MS = 380
const SCROLL_EDGE = 44
const SCROLL_STEP = 12

/** Turns presses on `data-entry` elements into lifts, moves and drops. Returns whether a click is a drag's end. */
export function usePointer(options: PointerOptions): () => boolean {
  const latest = useRef(options)
  latest.current = options
  const lastDrag = useRef(0)

  useEffect(() => {
    const scroller = options.scroller.current
    if (scroller === null) return
    let press: Press | null = null

    const lift = () => {
      if (press === null) return
      clearTimeout(press.timer)
      press.isLifted = latest.current.onLift(press.key)
      if (!press.isLifted) {
        press = null
        return
      }
      navigator.vibrate?.(8)
      scroller.setPointerCapture(press.pointerId)
    }

    const end = (finish: () => void) => {
      if (press === null) return
      clearTimeout(press.timer)
      const { isLifted } = press
      press = null
      if (!isLifted) return
      lastDrag.current = performance.now()
      finish()
    }

    const down = (event: PointerEvent) => {
      const entry = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-entry]') : null
      if (entry?.dataset.entry === undefined || event.button !== 0 || !event.isPrimary) return
      const grip = (event.target as Element).closest('[data-resize]') === null ? 'whole' : 'end'
      const timer = event.pointerType === 'touch' ? setTimeout(lift, LONG_PRESS_MS) : undefined
      press = {
        pointerId: event.pointerId,
        key: entry.dataset.entry,
        grip,
        x: event.clientX,
        y: event.clientY,
        scrollTop: scroller.scrollTop,
        isLifted: false,
        timer,
      }
    }

    const move = (event: PointerEvent) => {
      if (press === null || event.pointerId !== press.pointerId) return
      const [dx, dy] = [event.clientX - press.x, event.clientY - press.y]
      const distance = Math.hypot(dx, dy)
      if (!press.isLifted) {
        // A finger that moves at once wants to scroll.
        if (event.pointerType === 'touch' && distance > TOUCH_SLACK) return end(() => {})
        if (event.pointerType === 'touch' || distance < MOUSE_SLACK) return
        lift()
      }
      if (press === null) return
      scrollAtEdge(scroller, event.clientY)
      const { body, days } = latest.current
      const width = (body.current?.clientWidth ?? 0) - gutterOf(scroller)
      const height = body.current?.clientHeight ?? 1
      const carried = dy + scroller.scrollTop - press.scrollTop
      latest.current.onMove(press.grip, Math.round(dx / (width / days)), (carried / height) * DAY)
    }

    const up = (event: PointerEvent) => {
      if (event.pointerId === press?.pointerId) end(latest.current.onDrop)
    }
    const cancel = () => end(latest.current.onCancel)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
    }
    // After the lift the finger drags and must not scroll.
    const hold = (event: TouchEvent) => {
      if (press?.isLifted) event.preventDefault()
    }
    const noMenu = (event: Event) => {
      if (press?.isLifted) event.preventDefault()
    }

    scroller.addEventListener('pointerdown', down)
    scroller.addEventListener('pointermove', move)
    scroller.addEventListener('pointerup', up)
    scroller.addEventListener('pointercancel', cancel)
    scroller.addEventListener('contextmenu', noMenu)
    scroller.addEventListener('touchmove', hold, { passive: false })
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(press?.timer)
      scroller.removeEventListener('pointerdown', down)
      scroller.removeEventListener('pointermove', move)
      scroller.removeEventListener('pointerup', up)
      scroller.removeEventListener('pointercancel', cancel)
      scroller.removeEventListener('contextmenu', noMenu)
      scroller.removeEventListener('touchmove', hold)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  return () => performance.now() - lastDrag.current < 60
}

function scrollAtEdge(scroller: HTMLElement, y: number): void {
  const { top, bottom } = scroller.getBoundingClientRect()
  const head = scroller.firstElementChild?.clientHeight ?? 0
  if (y < top + head + SCROLL_EDGE) scroller.scrollTop -= SCROLL_STEP
  if (y > bottom - SCROLL_EDGE) scroller.scrollTop += SCROLL_STEP
}

function gutterOf(scroller: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--gutter')) || 0
}

/** What an arrow key makes of a lifted event; null for other keys. */
export function keyShift(event: KeyboardEvent, { placed, shift }: Lifted): Shift | null {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
  const along = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
  if (across === 0 && along === 0) return null
  const walls = { start: placed.startWall, end: placed.endWall }
  if (placed.isBar) {
    if (!event.shiftKey) return { ...shift, days: shift.days + across }
    return { ...shift, end: resizedDays(walls, shift.end / DAY + across + along).end }
  }
  if (event.shiftKey) {
    const end = resized({ start: walls.start + shift.start, end: walls.end + shift.end }, along * STEP).end
    return { ...shift, end: shift.end + end }
  }
  const step = moved({ start: walls.start + shift.start, end: walls.end + shift.end }, 0, along * STEP)
  return { days: shift.days + across, start: shift.start + step.start, end: shift.end + step.end }
}
