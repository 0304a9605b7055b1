import { useEffect, useRef } from 'preact/hooks'
import { viewsText } from '../../i18n/views'
import { dayOf } from '../../lib/tz'
import type { PlacedEntry } from '../data'
import { type Carried, liftedBy } from './carried'
import { keyShiftInMonth } from './keys'
import { buttonOf, monthIn } from './month-cells'
import { consume, onKey, onKeyUp } from './on-key'
import { wallsAfter } from './shift'
import type { Hand } from './use-hand'

/** Moving an event among the days of a month with keys, before anything else on the page hears of them. */
export function useMonthKeys(
  area: { current: HTMLElement | null },
  hand: Hand<Carried>,
  onPick: (day: number) => void,
): void {
  const { lifted, cancel } = hand
  const buttonAt = (day: number) => buttonOf(monthIn(area.current), day)

  /** Shows a day, which may be in another month, with the focus on it. */
  const show = (day: number, then = () => {}) => {
    onPick(day)
    requestAnimationFrame(() => {
      buttonAt(day)?.focus()
      then()
    })
  }
  const lift = (placed: PlacedEntry) => liftedBy(placed, 'whole', placed.firstDay, null)
  const move = (next: Carried) => {
    hand.move(next)
    if (buttonAt(dayAfter(next)) === null) show(dayAfter(next))
  }
  const drop = () => {
    const one = hand.letGo()
    if (one !== null) show(dayAfter(one), () => hand.drop(one))
  }

  const latest = useRef((_: KeyboardEvent) => {})
  latest.current = (event) => {
    const { current: one } = lifted.now
    if (!(event.target instanceof Element)) return
    // With a pointer it is carried by that alone.
    if (one === null ? !area.current?.contains(event.target) : one.at !== null) return
    if (one !== null && event.key === 'Tab') return cancel()
    onKey(event, hand, { lift, picked: viewsText().drag.pickedInMonth, shiftOf: keyShiftInMonth, move, drop })
    if (one !== null) consume(event)
  }

  useEffect(() => {
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true }
    document.addEventListener('keydown', (event) => latest.current(event), options)
    document.addEventListener('keyup', onKeyUp, options)
    document.addEventListener('pointerdown', () => lifted.now.current?.at === null && cancel(), options)
    return () => listening.abort()
  }, [])
}

const dayAfter = ({ placed, shift }: Carried): number => dayOf(wallsAfter(placed, shift).start)
