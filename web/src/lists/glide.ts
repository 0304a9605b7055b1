import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

const GLIDE = { duration: 260, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
const STILL = '(prefers-reduced-motion: reduce)'

/**
 * Rows that another drawing puts elsewhere glide there; those that a hand moves are where they belong. `order` tells
 * orders apart: to measure rows is dear, and a tick moves none.
 */
export function useGlide(within: RefObject<HTMLElement | null>, order: string): void {
  const drawn = useRef(order)
  const before = useRef<ReadonlyMap<string, number> | null>(null)
  if (drawn.current !== order) {
    drawn.current = order
    // The document still has the old order.
    before.current = matchMedia(STILL).matches
      ? null
      : new Map(rowsIn(within).map((row) => [keyOf(row), row.offsetTop]))
  }
  useLayoutEffect(() => {
    const tops = before.current
    before.current = null
    if (tops === null || within.current?.querySelector('.sorting')) return
    for (const row of rowsIn(within)) {
      const from = tops.get(keyOf(row))
      const way = from === undefined ? 0 : from - row.offsetTop
      if (way !== 0)
        row.animate([{ translate: `0 ${Math.max(-innerHeight, Math.min(innerHeight, way))}px` }, {}], GLIDE)
    }
  }, [order])
}

const rowsIn = ({ current }: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(current?.querySelectorAll<HTMLElement>('li[data-key]') ?? []),
]

const keyOf = (row: HTMLElement): string => row.dataset.key ?? ''
