import { useEffect, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { viewsText } from '../../i18n/views'
import { announce } from '../../ui/announce'
import type { PlacedEntry } from '../data'
import { tellFixed } from './fixed'
import { handleAt } from './handles'
import { useLiftedMark } from './mark-lifted'
import { isNoShift, type Lifted, wordsOf } from './shift'

interface HandOptions {
  /** Around the events as they are drawn. */
  root: { current: HTMLElement | null }
  placed: readonly PlacedEntry[]
  /** Whether the events of a day are among these. */
  isKnown: (day: number) => boolean
  /** Whether an event is told by its days alone. */
  isInDays: (placed: PlacedEntry) => boolean
  onDrop: (drop: Lifted) => void
}

export type Hand<L extends Lifted> = Omit<ReturnType<typeof useHand<L, unknown>>, 'pull'>

/** What a pointer or keys hold: an event that is lifted, until it is dropped or put back, or what is pulled over. */
export function useHand<L extends Lifted, Pulled>({ root, placed, isKnown, isInDays, onDrop }: HandOptions) {
  const formats = useFormats()
  const lifted = useNow<L>()
  const pull = useNow<Pulled>()
  const words = (one: L) => wordsOf(one, isInDays(one.placed), formats)
  const find = (key: string | undefined) => placed.find(({ item }) => item.key === key) ?? null

  /** The event at an element; null when there is none, or one that stays where it is, which is told. */
  const take = (target: Element): PlacedEntry | null => {
    const { key, isFixed } = handleAt(target)
    const one = find(key)
    if (one === null || !isFixed) return one
    tellFixed(one.item)
    return null
  }
  const move = (next: L) => {
    lifted.set(next)
    announce(viewsText().drag.now(...words(next)))
  }
  /** What is to be dropped: nothing where the event has not moved. */
  const letGo = (): L | null => {
    const { current: one } = lifted.now
    lifted.set(null)
    return one === null || isNoShift(one.shift) ? null : one
  }
  const drop = (one = letGo()) => {
    if (one === null) return
    announce(viewsText().drag.dropped(one.placed.item.label, ...words(one)))
    onDrop(one)
  }
  const cancel = () => {
    pull.set(null)
    if (lifted.now.current === null) return
    lifted.set(null)
    announce(viewsText().drag.cancelled)
  }

  // The events may change meanwhile.
  useEffect(() => {
    const { current: one } = lifted.now
    if (one === null) return
    const same = find(one.placed.item.key)
    if (same !== null) lifted.set({ ...one, placed: same })
    else if (isKnown(one.placed.firstDay)) cancel()
  }, [placed])

  useLiftedMark(root, lifted.drawn, placed)
  return { lifted, pull, take, move, letGo, drop, cancel }
}

/** A state that is read as it is now, also before it is drawn: several events may come in one frame. */
function useNow<T>() {
  const [drawn, draw] = useState<T | null>(null)
  const now = useRef<T | null>(null)
  const set = (next: T | null) => {
    now.current = next
    draw(next)
  }
  return { drawn, now, set }
}
