import { useLayoutEffect, useRef } from 'preact/hooks'
import { addMonths } from '../lib/layout'

/**
 * A month is a table that works as a grid: one stop for Tab, arrow keys between the days (ARIA Authoring Practices,
 * date grid).
 */
export const gridRole = { role: 'grid' } as const

/** The grid's state of a day's cell. */
export const cellState = (isPicked: boolean) => ({ 'aria-selected': isPicked })

interface GridKeys {
  /** The day of the grid's first cell. */
  first: number
  onPick: (day: number) => void
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const PAGES: Record<string, number> = { PageUp: -1, PageDown: 1 }

/** Arrows, Home, End and the page keys among the days of a grid whose day buttons carry `data-day`; the focus follows. */
export function useGridKeys(grid: { current: HTMLElement | null }, { first, onPick }: GridKeys) {
  /** Where the focus is on its way to: the next key may come before it. */
  const heading = useRef<number | null>(null)
  const arrive = () => {
    const button = grid.current?.querySelector<HTMLElement>(`[data-day="${heading.current}"]`)
    if (!button) return
    heading.current = null
    button.focus()
  }
  // With the drawing: the button that had the focus may be gone, and a key that comes next would reach nobody, or the page.
  useLayoutEffect(arrive)
  return (event: KeyboardEvent) => {
    const day = heading.current ?? dayOfButton(event.target)
    if (day === null || event.ctrlKey || event.metaKey || event.altKey) return
    const target = targetOf(event.key, day, first)
    if (target === null) return
    event.preventDefault()
    onPick(target)
    heading.current = target
    // Where nothing is drawn again.
    requestAnimationFrame(() => {
      arrive()
      heading.current = null
    })
  }
}

function dayOfButton(target: EventTarget | null): number | null {
  const value = target instanceof HTMLElement ? target.dataset.day : undefined
  return value === undefined ? null : Number(value)
}

function targetOf(key: string, day: number, first: number): number | null {
  const column = (((day - first) % 7) + 7) % 7
  if (key === 'Home') return day - column
  if (key === 'End') return day - column + 6
  if (key in PAGES) return addMonths(day, PAGES[key]!)
  return key in STEPS ? day + STEPS[key]! : null
}
