import { useEffect, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { DAY, dayOf } from '../../lib/tz'
import { announce } from '../../ui/announce'
import type { PlacedEntry } from '../data'
import type { Column } from '../views/columns'
import type { Walls } from '../writes/times'
import { tellFixed } from './fixed'
import { keyShift } from './keys'
import { useLiftedMark } from './mark-lifted'
import { type Point, usePointer } from './pointer'
import { type Grip, isNoShift, NO_SHIFT, pulled, type Shift, shiftOf, wallsAfter } from './shift'

await viewsTexts()

/** An event that is being moved or resized. */
export interface Lifted {
  placed: PlacedEntry
  shift: Shift
}

export type Drop = Lifted

/** Empty hours that are being pulled over, in one of the columns on screen. */
export interface Pulled extends Walls {
  column: number
}

interface DragOptions {
  placed: readonly PlacedEntry[]
  scroller: { current: HTMLElement | null }
  /** The element that is 24 hours high. */
  body: { current: HTMLElement | null }
  columns: readonly Column[]
  /** Days beside each other; 0 where the columns are persons, across whom nothing can be dragged. */
  days: number
  onDrop: (drop: Drop) => void
  onPull: (column: Column, times: Walls) => void
}

/** What a pointer holds, and where it was picked up. */
interface Held {
  from: Point
  scrollTop: number
  grip: Grip
}

interface Pull {
  column: number
  surface: Element
  from: number
}

const SCROLL_EDGE = 44
const SCROLL_STEP = 10
/** So far outside the hours nothing is dropped. */
const OUTSIDE = 40

/** Of an event's element the key, also of one that cannot be moved. */
const keyOf = (target: Element) => {
  const { entry, fixed } = target.closest<HTMLElement>('[data-entry], [data-fixed]')?.dataset ?? {}
  return { key: entry ?? fixed, isFixed: fixed !== undefined }
}

/**
 * Moving and resizing events that carry `handleOf`, and pulling over empty hours: with a mouse at once, with a finger
 * after a long press; events also with keys after Space. The handlers go onto the element around all of them.
 */
export function useDrag({ placed, scroller, body, columns, days, onDrop, onPull }: DragOptions) {
  const { drag } = useViewsText()
  const formats = useFormats()
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [pull, setPull] = useState<Pulled | null>(null)
  const current = useRef<Lifted | null>(null)
  const held = useRef<Held | null>(null)
  const pulling = useRef<Pull | null>(null)

  const find = (key: string | undefined) => placed.find(({ item }) => item.key === key) ?? null
  const lift = (next: Lifted | null) => {
    current.current = next
    setLifted(next)
  }
  const words = ({ placed: one, shift }: Lifted) => {
    const { start, end } = wallsAfter(one, shift)
    const times = one.item.allDay ? formats.dayRange(dayOf(start), dayOf(end) - 1) : formats.timeRange(start, end)
    return [formats.full(dayOf(start)), times] as const
  }
  const drop = () => {
    const dropped = current.current
    lift(null)
    if (dropped === null || isNoShift(dropped.shift)) return
    announce(drag.dropped(dropped.placed.item.title, ...words(dropped)))
    onDrop(dropped)
  }
  const cancel = () => {
    pulling.current = null
    setPull(null)
    if (current.current === null) return
    lift(null)
    announce(drag.cancelled)
  }

  /** The moment of the day that a pointer is at, in the column where it began to pull. */
  const wallAt = ({ column, surface }: Pick<Pull, 'column' | 'surface'>, { y }: Point) => {
    const { top, height } = surface.getBoundingClientRect()
    const part = Math.min(Math.max((y - top) / height, 0), 1)
    return ((columns[column]?.day ?? 0) + part) * DAY
  }

  const beginPull = (surface: Element, at: Point) => {
    const sections = [...(body.current?.querySelectorAll('.time-column') ?? [])]
    const column = sections.findIndex((section) => section.contains(surface))
    const from = wallAt({ column, surface }, at)
    pulling.current = { column, surface, from }
    setPull({ column, ...pulled(from, from) })
    return column !== -1
  }

  const isOutside = ({ x, y }: Point) => {
    const { left, right, top, bottom } = scroller.current!.getBoundingClientRect()
    return x < left - OUTSIDE || x > right + OUTSIDE || y < top - OUTSIDE || y > bottom + OUTSIDE
  }

  usePointer({
    element: scroller,
    canLift: (target) => target.closest('[data-entry], [data-fixed], .time-column-surface') !== null,
    onLift: (target, from) => {
      const { key, isFixed } = keyOf(target)
      if (key === undefined) return beginPull(target, from)
      const one = find(key)
      if (one !== null && isFixed) tellFixed(one.item)
      if (one === null || isFixed) return false
      const grip = target.closest<HTMLElement>('[data-resize]')?.dataset.resize ?? 'whole'
      held.current = { from, scrollTop: scroller.current?.scrollTop ?? 0, grip: grip as Grip }
      lift({ placed: one, shift: NO_SHIFT })
      return true
    },
    onMove: (at) => {
      const { current: being } = pulling
      if (being !== null) return setPull({ column: being.column, ...pulled(being.from, wallAt(being, at)) })
      if (current.current === null || held.current === null || body.current === null) return
      const { from, scrollTop, grip } = held.current
      const { left, right, height } = body.current.getBoundingClientRect()
      const width = (right - left - gutterOf(body.current)) / days
      const x = Math.min(Math.max(at.x, left + gutterOf(body.current)), right)
      const y = at.y - from.y + (scroller.current?.scrollTop ?? 0) - scrollTop
      const { placed: one } = current.current
      lift({ placed: one, shift: shiftOf(one, grip, Math.round((x - from.x) / width), (y / height) * DAY) })
    },
    onHold: (at, from) => (current.current?.placed.isBar ? false : scrollAtEdge(scroller.current, at, from)),
    onDrop: (at) => {
      const { current: being } = pulling
      const column = being === null ? undefined : columns[being.column]
      if (isOutside(at)) return cancel()
      if (being === null) return drop()
      const times = pulled(being.from, wallAt(being, at))
      cancel()
      if (column !== undefined) onPull(column, times)
    },
    onCancel: cancel,
  })

  // The events may change during a drag: the entry of its start is kept.
  useEffect(() => {
    const { current: being } = current
    if (being === null) return
    const same = find(being.placed.item.key)
    if (same === null) cancel()
    else if (same !== being.placed) lift({ ...being, placed: same })
  }, [placed])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement)) return
    const { key, isFixed } = keyOf(event.target)
    if (key === undefined) return
    if (current.current === null) {
      const one = find(key)
      if (event.key !== ' ' || one === null) return
      event.preventDefault()
      if (isFixed) return tellFixed(one.item)
      lift({ placed: one, shift: NO_SHIFT })
      return announce(drag.picked(one.item.title))
    }
    const shift = keyShift(event, current.current)
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' || event.key === ' ') drop()
    else if (shift === null) return
    else {
      lift({ ...current.current, shift })
      announce(drag.now(...words(current.current)))
    }
    event.preventDefault()
    event.stopPropagation()
  }

  useLiftedMark(scroller, lifted, placed)
  const handlers = {
    onKeyDown,
    // Firefox presses a button when Space is let go.
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === ' ' && event.target instanceof Element && keyOf(event.target).key) event.preventDefault()
    },
    onFocusOut: () => cancel(),
  }
  return { lifted, pull, handlers }
}

/** True when the hours have moved. What was picked up near an edge is not on its way there yet. */
function scrollAtEdge(scroller: HTMLElement | null, { y }: Point, from: Point): boolean {
  if (scroller === null) return false
  const { top, bottom } = scroller.getBoundingClientRect()
  const head = scroller.firstElementChild?.clientHeight ?? 0
  const before = scroller.scrollTop
  if (y < Math.min(top + head + SCROLL_EDGE, from.y)) scroller.scrollTop -= SCROLL_STEP
  if (y > Math.max(bottom - SCROLL_EDGE, from.y)) scroller.scrollTop += SCROLL_STEP
  return scroller.scrollTop !== before
}

const gutterOf = (body: HTMLElement): number => Number.parseFloat(getComputedStyle(body).gridTemplateColumns) || 0
