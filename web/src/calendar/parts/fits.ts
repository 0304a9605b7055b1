import { useLayoutEffect, useState } from 'preact/hooks'
import { pixelsOf } from '../../lib/media'

/** How many columns of at least so many `rem` an element is wide. */
export function useFits(element: { current: HTMLElement | null }, least: number): number {
  const columnsIn = (width: number) => Math.max(1, Math.floor(width / pixelsOf(least)))
  const [columns, setColumns] = useState(() => columnsIn(innerWidth))
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    const measure = () => setColumns(columnsIn(measured.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return columns
}
