import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useListsText } from '../i18n/lists'
import { announce } from '../ui/announce'
import { LiftedRow } from './lifted-row'

interface SortableOptions {
  /** The list; its children carry `data-key`. */
  list: RefObject<HTMLElement | null>
  /** The item was dropped at this position among all. */
  onMove: (key: string, to: number) => void
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
 * cancels. Returns what the grip of an item gets.
 */
export function useSortable({ list, onMove }: SortableOptions): (key: string, text: string) => Handle {
  const lists = useListsText()
  const lifted = useRef<LiftedRow | null>(null)

  useEffect(() => () => lifted.current?.drop(), [])

  const lift = (grip: Element): LiftedRow | null => {
    const row = grip.closest<HTMLElement>('[data-key]')
    return row === null || list.current === null ? null : new LiftedRow(list.current, row)
  }
  const finish = (row: LiftedRow, isWanted: boolean) => {
    lifted.current = null
    row.drop()
    if (isWanted && row.hasMoved) onMove(row.key, row.at)
    else announce(lists.moveCancelled)
  }

  const onKeyDown = (event: KeyboardEvent, text: string) => {
    const row = lifted.current
    if (row === null) {
      if (event.key !== ' ' && event.key !== 'Enter') return
      event.preventDefault()
      lifted.current = lift(event.currentTarget as Element)
      if (lifted.current) announce(lists.lifted(text, lifted.current.at + 1, lifted.current.count))
      return
    }
    const step = { ArrowUp: -1, ArrowDown: 1, Home: -row.count, End: row.count }[event.key]
    if (step !== undefined) {
      row.step(step)
      announce(lists.moved(text, row.at + 1, row.count))
    } else if (event.key === ' ' || event.key === 'Enter') {
      finish(row, true)
      focusGrip(list, row.key)
    } else if (event.key === 'Escape') {
      finish(row, false)
    } else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || lifted.current !== null) return
    const row = lift(event.currentTarget as Element)
    if (row === null) return
    event.preventDefault()
    lifted.current = row
    follow(event, row, (isDropped) => finish(row, isDropped))
  }

  const onBlur = () => {
    // Leaving with the Tab key; a pointer holds on by capture instead.
    if (lifted.current !== null && !lifted.current.list.matches('.by-pointer')) finish(lifted.current, false)
  }

  return (_key, text) => ({ onPointerDown, onKeyDown: (event) => onKeyDown(event, text), onBlur })
}

/** Lets the row follow the pointer until it is let go. */
function follow(start: PointerEvent, row: LiftedRow, onEnd: (isDropped: boolean) => void): void {
  const grip = start.currentTarget as HTMLElement
  const scroller = row.list.closest('.page') ?? document.documentElement
  const scrolledAtStart = scroller.scrollTop
  let y = start.clientY
  let frame = 0

  const draw = () => {
    scroller.scrollTop += scrollSpeed(y)
    const hasChanged = row.drag(y - start.clientY + scroller.scrollTop - scrolledAtStart)
    if (hasChanged) navigator.vibrate?.(TICK_MS / 2)
    frame = requestAnimationFrame(draw)
  }
  const move = (event: PointerEvent) => {
    y = event.clientY
  }
  const end = (event: PointerEvent) => {
    cancelAnimationFrame(frame)
    grip.removeEventListener('pointermove', move)
    grip.removeEventListener('pointerup', end)
    grip.removeEventListener('pointercancel', end)
    row.list.classList.remove('by-pointer')
    onEnd(event.type === 'pointerup')
  }

  grip.setPointerCapture(start.pointerId)
  grip.addEventListener('pointermove', move)
  grip.addEventListener('pointerup', end)
  grip.addEventListener('pointercancel', end)
  row.list.classList.add('by-pointer')
  navigator.vibrate?.(TICK_MS)
  frame = requestAnimationFrame(draw)
}

/** Pixels per frame: faster the closer the pointer is to the edge. */
function scrollSpeed(y: number): number {
  if (y < EDGE) return (y - EDGE) / 6
  if (y > innerHeight - EDGE) return (y - innerHeight + EDGE) / 6
  return 0
}

/** The row has moved in the document, which takes the focus from its grip. */
function focusGrip(list: RefObject<HTMLElement | null>, key: string): void {
  requestAnimationFrame(() => {
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] .grip`)?.focus()
  })
}
