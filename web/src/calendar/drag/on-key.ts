import { announce } from '../../ui/announce'
import type { PlacedEntry } from '../data'
import { isHandle } from './handles'
import type { Lifted, Shift } from './shift'
import type { Hand } from './use-hand'

interface KeyVerbs<L> {
  lift: (placed: PlacedEntry) => L
  /** What is said of it then. */
  picked: (title: string) => string
  shiftOf: (event: KeyboardEvent, lifted: L) => Shift | null
  move: (next: L) => void
  drop: () => void
}

/** Space lifts the event that has the focus, arrows move it, Space or Enter drops it, Escape puts it back. */
export function onKey<L extends Lifted>(event: KeyboardEvent, hand: Hand<L>, verbs: KeyVerbs<L>): void {
  const { key, target } = event
  const { current: one } = hand.lifted.now
  if (one === null) {
    if (key !== ' ' || !isHandle(target)) return
    consume(event)
    const placed = hand.take(target as Element)
    if (placed === null) return
    hand.lifted.set(verbs.lift(placed))
    announce(verbs.picked(placed.item.label))
    return
  }
  const shift = verbs.shiftOf(event, one)
  if (key === 'Escape') hand.cancel()
  else if (key === 'Enter' || key === ' ') verbs.drop()
  else if (shift !== null) verbs.move({ ...one, shift })
  else return
  consume(event)
}

/** Firefox presses a button when Space is let go. */
export function onKeyUp(event: KeyboardEvent): void {
  if (event.key === ' ' && isHandle(event.target)) event.preventDefault()
}

/** Nothing else hears of the event. */
export function consume(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
