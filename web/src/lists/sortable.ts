import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { listsText } from '../i18n/lists'
import { focusNext } from '../lib/focus'
import { announce } from '../ui/announce'
import { LiftedRow } from './lifted-row'

interface SortableOptions {
  /** The list; what is moved in it carries `data-key`. */
  list: RefObject<HTMLElement | null>
  /** The item was dropped at this position among all. */
  onMove: (key: string, to: number) => void
  /** What makes room for each other, in order; the list's children without a word. */
  rowsOf?: (list: HTMLElement) => HTMLElement[]
  /** The first position at which something can be dropped. */
  first?: number
  /** Where something would stand, in words; its position among all without a word. */
  tell?: (key: string, text: string, at: number, count: number) => string
  /** Called before something is lifted, to give it room. Returns what is called when it has been dropped. */
  onLift?: (list: HTMLElement, row: HTMLElement) => () => void
}

/** What a row's grip needs. */
export interface Handle {
  onPointerDown: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
}

/** Distance from the edge of the screen within which a dragged row scrolls the page. */
const EDGE = 72
const TICK_MS = 8

/**
 * Moves rows by pointer (mouse, pen, touch) and by keyboard: Space or Enter lifts and drops, arrows move, Escape
 * cancels. Returns what the grip of an item gets; it stays the same, so that it draws no row again.
 */
export function useSortable(options: SortableOptions): (key: string, text: string) => Handle {
  const latest = useRef(options)
  latest.current = options
  const [sorting] = useState(() => sortingBy(latest))
  useEffect(() => sorting.stop, [])
  return sorting.handle
}

function sortingBy(options: RefObject<SortableOptions> & { current: SortableOptions }) {
  let lifted: LiftedRow | null = null
  let onDropped: (() => void) | undefined

  const rowsIn = (list: HTMLElement) => options.current.rowsOf?.(list) ?? childrenOf(list)
  const lift = (grip: Element): LiftedRow | null => {
    const { list, first, onLift } = options.current
    const row = grip.closest<HTMLElement>('[data-key]')
    if (row === null || list.current === null) return null
    onDropped = onLift?.(list.current, row)
    return new LiftedRow(list.current, row, rowsIn(list.current), first)
  }
  const drop = (row: LiftedRow) => {
    lifted = null
    row.drop()
    onDropped?.()
  }
  const finish = (row: LiftedRow, isWanted: boolean) => {
    drop(row)
    if (isWanted && row.hasMoved) options.current.onMove(row.key, row.placeAmong(rowsIn(row.list)))
    else announce(listsText().moveCancelled)
  }
  const place = (row: LiftedRow, text: string, told: (text: string, position: number, count: number) => string) =>
    options.current.tell?.(row.key, text, row.at, row.count) ?? told(text, row.at + 1, row.count)

  const onKeyDown = (event: KeyboardEvent, text: string) => {
    const row = lifted
    if (row === null) {
      if (event.key !== ' ' && event.key !== 'Enter') return
      event.preventDefault()
      lifted = lift(event.currentTarget as Element)
      if (lifted) announce(place(lifted, text, listsText().lifted))
      return
    }
    const back = { ArrowUp: -1, ArrowLeft: -1, Home: -row.count }
    const step = { ...back, ArrowDown: 1, ArrowRight: 1, End: row.count }[event.key]
    if (step !== undefined) {
      row.step(step)
      announce(place(row, text, listsText().moved))
    } else if (event.key === ' ' || event.key === 'Enter') {
      finish(row, true)
      focusGrip(options.current.list, row.key)
    } else if (event.key === 'Escape') {
      finish(row, false)
    } else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || lifted !== null) return
    const row = lift(event.currentTarget as Element)
    if (row === null) return
    event.preventDefault()
    lifted = row
    follow(event, row, (isDropped) => finish(row, isDropped))
  }

  const onBlur = () => {
    // Leaving with the Tab key; a pointer holds on by capture instead.
    if (lifted !== null && !lifted.list.matches('.by-pointer')) finish(lifted, false)
  }

  return {
    handle: (_key: string, text: string): Handle => ({
      onPointerDown,
      onKeyDown: (event) => onKeyDown(event, text),
      onBlur,
    }),
    stop: () => {
      if (lifted !== null) drop(lifted)
    },
  }
}

const childrenOf = (list: HTMLElement) => [...list.children].filter((child) => child instanceof HTMLElement)

/** Lets the row follow the pointer until it is let go. */
function follow(start: PointerEvent, row: LiftedRow, onEnd: (isDropped: boolean) => void): void {
  const grip = start.currentTarget as HTMLElement
  const scroller = row.list.closest('.page') ?? document.documentElement
  const scrolledAtStart = scroller.scrollTop
  let x = start.clientX
  let y = start.clientY
  let frame = 0

  const draw = () => {
    if (!hold(grip, start.pointerId)) return end(false)
    scroller.scrollTop += scrollSpeed(y)
    const scrolled = scroller.scrollTop - scrolledAtStart
    const hasChanged = row.drag(x - start.clientX, y - start.clientY + scrolled)
    if (hasChanged) navigator.vibrate?.(TICK_MS / 2)
    frame = requestAnimationFrame(draw)
  }
  const move = (event: PointerEvent) => {
    x = event.clientX
    y = event.clientY
  }
  const letGo = (event: PointerEvent) => end(event.type === 'pointerup')
  const end = (isDropped: boolean) => {
    cancelAnimationFrame(frame)
    grip.removeEventListener('pointermove', move)
    grip.removeEventListener('pointerup', letGo)
    grip.removeEventListener('pointercancel', letGo)
    row.list.classList.remove('by-pointer')
    onEnd(isDropped)
  }

  hold(grip, start.pointerId)
  grip.addEventListener('pointermove', move)
  grip.addEventListener('pointerup', letGo)
  grip.addEventListener('pointercancel', letGo)
  row.list.classList.add('by-pointer')
  navigator.vibrate?.(TICK_MS)
  frame = requestAnimationFrame(draw)
}

/** Has the grip hear of the pointer, also once its row was drawn elsewhere; false when somebody else has taken it away. */
function hold(grip: HTMLElement, pointerId: number): boolean {
  try {
    grip.setPointerCapture(pointerId)
    return true
  } catch {
    return false
  }
}

/** Pixels per frame: faster the closer the pointer is to the edge. */
function scrollSpeed(y: number): number {
  if (y < EDGE) return (y - EDGE) / 6
  if (y > innerHeight - EDGE) return (y - innerHeight + EDGE) / 6
  return 0
}

/** The row has moved in the document, which takes the focus from its grip. */
function focusGrip(list: RefObject<HTMLElement | null>, key: string): void {
  focusNext(() => list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] .grip`))
}
