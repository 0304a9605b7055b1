import { viewsText, viewsTexts } from '../../i18n/views'
import { needs } from '../../lib/needs'
import { DAY } from '../../lib/tz'
import type { PlacedEntry } from '../data'
import type { Column } from '../views/columns'
import type { Walls } from '../writes/times'
import { gripAt, isHandle } from './handles'
import { type Held, hoursOf, isOutside, scrollHours, shiftAt, timeAt } from './hours'
import { keyShift } from './keys'
import { onKey, onKeyUp } from './on-key'
import { type Point, usePointer } from './pointer'
import { type Lifted, NO_SHIFT, pulled } from './shift'
import { useHand } from './use-hand'

needs(viewsTexts)

/** An event that is carried among the hours; `held` null: with keys. */
interface Carried extends Lifted {
  held: Held | null
}

/** Empty hours that are being pulled over, from one moment to another, in one of the columns on screen. */
export interface PulledHours {
  column: number
  surface: Element
  from: number
  to: number
}

interface DragOptions {
  placed: readonly PlacedEntry[]
  scroller: { current: HTMLElement | null }
  /** The element that is 24 hours high. */
  body: { current: HTMLElement | null }
  columns: readonly Column[]
  /** Days beside each other; 0 where the columns are persons, across whom nothing can be dragged. */
  days: number
  onDrop: (drop: Lifted) => void
  onPull: (column: Column, times: Walls) => void
}

/**
 * Moving and resizing events that carry `handleOf`, and pulling over empty hours: with a mouse at once, with a finger
 * after a long press; events also with keys after Space. The handlers go onto the element around all of them.
 */
export function useDrag({ placed, scroller, body, columns, days, onDrop, onPull }: DragOptions) {
  const isInDays = ({ item }: PlacedEntry) => item.allDay
  const hand = useHand<Carried, PulledHours>({ root: scroller, placed, isKnown: () => true, isInDays, onDrop })
  const { lifted, pull, cancel } = hand

  const momentAt = (column: number, surface: Element, { y }: Point) =>
    (columns[column]?.day ?? 0) * DAY + timeAt(y, surface.getBoundingClientRect())
  const beginPull = (surface: Element, at: Point) => {
    const sections = [...(body.current?.querySelectorAll('.time-column') ?? [])]
    const column = sections.findIndex((section) => section.contains(surface))
    const from = momentAt(column, surface, at)
    if (column !== -1) pull.set({ column, surface, from, to: from })
    return column !== -1
  }

  usePointer({
    element: scroller,
    canLift: (target) => isHandle(target) || target.closest('.time-column-surface') !== null,
    onLift: (target, from) => {
      if (!isHandle(target)) return beginPull(target, from)
      const one = hand.take(target)
      if (one === null || scroller.current === null) return false
      const { scrollTop } = scroller.current
      lifted.set({ placed: one, shift: NO_SHIFT, held: { from, scrollTop, grip: gripAt(target) } })
      return true
    },
    onMove: (at) => {
      const [one, being] = [lifted.now.current, pull.now.current]
      if (being !== null) return pull.set({ ...being, to: momentAt(being.column, being.surface, at) })
      const [frame, hours] = [scroller.current, body.current]
      if (!one?.held || frame === null || hours === null) return
      lifted.set({ ...one, shift: shiftAt(one.placed, one.held, at, hoursOf(frame, hours, days)) })
    },
    onHold: (at, from) => !lifted.now.current?.placed.isBar && scrollHours(scroller.current, at, from),
    onDrop: (at) => {
      const { current: being } = pull.now
      if (isOutside(at, scroller.current!.getBoundingClientRect())) return cancel()
      if (being === null) return hand.drop()
      cancel()
      const column = columns[being.column]
      if (column !== undefined) onPull(column, pulled(being.from, being.to))
    },
    onCancel: cancel,
  })

  const lift = (one: PlacedEntry): Carried => ({ placed: one, shift: NO_SHIFT, held: null })
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      const { picked } = viewsText().drag
      if (isHandle(event.target)) onKey(event, hand, { ...hand, lift, picked, shiftOf: keyShift })
    },
    onKeyUp,
    onFocusOut: cancel,
  }
  return { lifted: lifted.drawn, pull: pull.drawn, handlers }
}
