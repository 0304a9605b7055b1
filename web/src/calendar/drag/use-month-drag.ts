import { useEffect, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { dayOf } from '../../lib/tz'
import { announce } from '../../ui/announce'
import type { Create } from '../create'
import type { PlacedEntry, Range } from '../data'
import { tellFixed } from './fixed'
import { keyShiftInMonth } from './keys'
import { useLiftedMark } from './mark-lifted'
import { buttonOf, cellsOf, dayAt, monthIn, wayOut } from './month-cells'
import { type Point, usePointer } from './pointer'
import { type Grip, isNoShift, NO_SHIFT, shiftOf, wallsAfter } from './shift'
import type { Drop, Lifted } from './use-drag'

await viewsTexts()

/** An event that is carried among the days of a month; `at` null: with keys. */
export interface Carried extends Lifted {
  grip: Grip
  /** The day by which it is held. */
  grabbed: number
  at: Point | null
  /** Over no day. */
  isOutside: boolean
}

/** Days that are pulled over, from where to where. */
export interface PulledDays {
  from: number
  to: number
  at: Point
}

export interface MonthDragOptions {
  area: { current: HTMLElement | null }
  placed: readonly PlacedEntry[]
  /** The days whose events are known here. */
  range: Range
  /** The day whose list is below a month of dots. */
  day: number
  onPick: (day: number) => void
  onStep: (steps: number) => void
  onCreate: Create
  onDrop: (drop: Drop) => void
}

/** How long an event is held at the month's edge before the next one comes. */
const DWELL_MS = 650
const SCROLL_EDGE = 28
const SCROLL_STEP = 8

const HANDLES = '[data-entry], [data-fixed]'
const FREE_DAY = '.month .month-day'

/** Moving events among the days of a month, making bars longer, and pulling over days: as `useDrag` among the hours. */
export function useMonthDrag({ area, placed, range, day, onPick, onStep, onCreate, onDrop }: MonthDragOptions) {
  const { drag } = useViewsText()
  const formats = useFormats()
  const [carried, setCarried] = useState<Carried | null>(null)
  const [pulled, setPulled] = useState<PulledDays | null>(null)
  const holding = useRef<Carried | null>(null)
  const pulling = useRef<PulledDays | null>(null)
  const leaving = useRef({ way: 0, since: 0 })

  const cells = () => cellsOf(monthIn(area.current))
  const carry = (next: Carried | null) => {
    holding.current = next
    setCarried(next)
  }
  const pull = (next: PulledDays | null) => {
    pulling.current = next
    setPulled(next)
  }
  const find = (key: string | undefined) => placed.find(({ item }) => item.key === key) ?? null
  const cancel = () => {
    pull(null)
    if (holding.current === null) return
    carry(null)
    announce(drag.cancelled)
  }
  const words = (one: Lifted) => {
    const { start, end } = wallsAfter(one.placed, one.shift)
    const times = one.placed.isBar ? formats.dayRange(dayOf(start), dayOf(end - 1)) : formats.timeRange(start, end)
    return [formats.full(dayOf(start)), times] as const
  }
  const drop = ({ placed: dropped, shift }: Carried) => {
    announce(drag.dropped(dropped.item.title, ...words({ placed: dropped, shift })))
    onDrop({ placed: dropped, shift })
  }

  /** What is picked up at an element; null when nothing can be. */
  const taken = (target: Element): PlacedEntry | null => {
    const handle = target.closest<HTMLElement>(HANDLES)
    const one = find(handle?.dataset.entry ?? handle?.dataset.fixed)
    if (one === null || handle?.dataset.fixed === undefined) return one
    tellFixed(one.item)
    return null
  }

  usePointer({
    element: area,
    canLift: (target) =>
      target.closest(HANDLES) !== null || (target.closest(FREE_DAY) !== null && target.closest('.month-more') === null),
    onLift: (target, at) => {
      const here = dayAt(cells(), at)
      if (target.closest(HANDLES) === null) {
        if (here !== null) pull({ from: here, to: here, at })
        return here !== null
      }
      const one = taken(target)
      if (one === null) return false
      const grip = (target.closest<HTMLElement>('[data-resize]')?.dataset.resize ?? 'whole') as Grip
      const grabbed = grip === 'start' ? one.firstDay : grip === 'end' ? one.lastDay : (here ?? day)
      carry({ placed: one, shift: NO_SHIFT, grip, grabbed, at, isOutside: false })
      return true
    },
    onMove: (at) => {
      const here = dayAt(cells(), at)
      if (pulling.current !== null) return pull({ ...pulling.current, to: here ?? pulling.current.to, at })
      const { current: held } = holding
      if (held === null) return
      const shift = here === null ? NO_SHIFT : shiftOf(held.placed, held.grip, here - held.grabbed, 0)
      carry({ ...held, shift, at, isOutside: here === null })
    },
    onHold: (at) => {
      if (scrollAtEdge(monthIn(area.current), at)) return true
      const way = holding.current === null ? 0 : wayOut(cells(), at)
      const now = performance.now()
      if (way !== leaving.current.way) leaving.current = { way, since: now }
      if (way === 0 || now - leaving.current.since < DWELL_MS) return false
      leaving.current = { way, since: now }
      onStep(way)
      return true
    },
    onDrop: () => {
      const [held, days] = [holding.current, pulling.current]
      if (held?.isOutside) return cancel()
      carry(null)
      pull(null)
      if (held !== null && !isNoShift(held.shift)) drop(held)
      if (days === null) return
      const [first, last] = [Math.min(days.from, days.to), Math.max(days.from, days.to)]
      if (first === last) onCreate(first)
      else onCreate(first, undefined, undefined, undefined, last)
    },
    onCancel: cancel,
  })

  const latest = useRef((_: KeyboardEvent) => {})
  latest.current = (event) => {
    const { current: held } = holding
    if (!(event.target instanceof Element)) return
    if (held === null) {
      if (event.key !== ' ' || event.target.closest(HANDLES) === null || !area.current?.contains(event.target)) return
      consume(event)
      const one = taken(event.target)
      if (one === null) return
      carry({ placed: one, shift: NO_SHIFT, grip: 'whole', grabbed: one.firstDay, at: null, isOutside: false })
      return announce(drag.pickedInMonth(one.item.title))
    }
    if (held.at !== null) return
    if (event.key === 'Tab') return cancel()
    const shift = keyShiftInMonth(event, held)
    consume(event)
    if (event.key === 'Escape') return cancel()
    if (event.key === 'Enter' || event.key === ' ') return dropByKey(held)
    if (shift === null) return
    carry({ ...held, shift })
    announce(drag.now(...words({ ...held, shift })))
    const at = dayOf(wallsAfter(held.placed, shift).start)
    if (buttonOf(monthIn(area.current), at) === null) pickAnd(at)
  }

  /** Shows a day, which may be in another month, with the focus on it. */
  const pickAnd = (at: number, then = () => {}) => {
    onPick(at)
    requestAnimationFrame(() => {
      buttonOf(monthIn(area.current), at)?.focus()
      then()
    })
  }

  const dropByKey = (held: Carried) => {
    carry(null)
    if (!isNoShift(held.shift)) pickAnd(dayOf(wallsAfter(held.placed, held.shift).start), () => drop(held))
  }

  useEffect(() => {
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true }
    document.addEventListener('keydown', (event) => latest.current(event), options)
    // Firefox presses a button when Space is let go.
    document.addEventListener(
      'keyup',
      (event) => event.key === ' ' && isHandle(event.target) && event.preventDefault(),
      options,
    )
    document.addEventListener('pointerdown', () => holding.current?.at === null && cancel(), options)
    return () => listening.abort()
  }, [])

  // The events may change meanwhile; those of a month that was left are not among them.
  useEffect(() => {
    const { current: held } = holding
    if (held === null) return
    const same = find(held.placed.item.key)
    const { firstDay } = held.placed
    if (same !== null) carry({ ...held, placed: same })
    else if (range.first <= firstDay && firstDay < range.first + range.days) cancel()
  }, [placed])

  useLiftedMark(area, carried, placed)
  return { carried, pulled, cells }
}

const isHandle = (target: EventTarget | null): boolean => target instanceof Element && target.closest(HANDLES) !== null

function consume(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** True when the month has moved: where the window is low it scrolls. */
function scrollAtEdge(month: HTMLElement | null, { y }: Point): boolean {
  if (month === null) return false
  const { top, bottom } = month.getBoundingClientRect()
  const before = month.scrollTop
  if (y < top + SCROLL_EDGE) month.scrollTop -= SCROLL_STEP
  if (y > bottom - SCROLL_EDGE) month.scrollTop += SCROLL_STEP
  return month.scrollTop !== before
}
