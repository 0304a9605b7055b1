import { useEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { DAY, dayOf } from '../../lib/tz'
import { announce } from '../../ui/announce'
import type { PlacedEntry } from '../data'
import { type Grip, keyShift, usePointer } from './pointer'
import { isNoShift, moved, NO_SHIFT, resized, resizedDays, type Shift, shiftWalls } from './shift'

/** An event that is being moved or resized. */
export interface Lifted {
  placed: PlacedEntry
  shift: Shift
}

export type Drop = Lifted

interface DragOptions {
  placed: readonly PlacedEntry[]
  scroller: { current: HTMLElement | null }
  /** The element that is 24 hours high. */
  body: { current: HTMLElement | null }
  days: number
  onDrop: (drop: Drop) => void
}

/**
 * Moving and resizing events that carry `data-entry`: with a mouse at once, with a finger after a long press, with keys
 * after Space. The handlers go onto the element around all of them.
 */
export function useDrag({ placed, scroller, body, days, onDrop }: DragOptions) {
  const { drag } = useText().calendar
  const formats = useFormats()
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const current = useRef<Lifted | null>(null)

  const find = (key: string) => placed.find(({ item }) => item.key === key) ?? null
  const lift = (next: Lifted | null) => {
    current.current = next
    setLifted(next)
  }
  const words = ({ placed: one, shift }: Lifted) => {
    const { start, end } = shiftWalls({ start: one.startWall, end: one.endWall }, shift)
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
    if (current.current === null) return
    lift(null)
    announce(drag.cancelled)
  }

  const wasDragged = usePointer({
    scroller,
    body,
    days,
    onLift: (key) => {
      const one = find(key)
      if (one !== null) lift({ placed: one, shift: NO_SHIFT })
      return one !== null
    },
    onMove: (grip, dayShift, milliseconds) => {
      if (current.current === null) return
      const { placed: one } = current.current
      lift({ placed: one, shift: shiftFor(one, grip, dayShift, milliseconds) })
    },
    onDrop: drop,
    onCancel: cancel,
  })

  // The events may change during a drag: the entry of its start is kept.
  useEffect(() => {
    const held = current.current
    if (held === null) return
    const same = find(held.placed.item.key)
    if (same === null) cancel()
    else if (same !== held.placed) lift({ ...held, placed: same })
  }, [placed])

  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.entry : undefined
    if (key === undefined) return
    if (current.current === null) {
      const one = find(key)
      if (event.key !== ' ' || one === null) return
      event.preventDefault()
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

  const handlers = {
    onKeyDown,
    // Firefox presses a button when Space is let go.
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === ' ' && event.target instanceof HTMLElement && event.target.dataset.entry) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!wasDragged()) return
      event.preventDefault()
      event.stopPropagation()
    },
    onFocusOut: () => cancel(),
  }
  return { lifted, handlers }
}

function shiftFor(placed: PlacedEntry, grip: Grip, days: number, milliseconds: number): Shift {
  const walls = { start: placed.startWall, end: placed.endWall }
  if (placed.isBar) return grip === 'end' ? resizedDays(walls, days) : { days, start: 0, end: 0 }
  return grip === 'end' ? resized(walls, milliseconds + days * DAY) : moved(walls, days, milliseconds)
}
