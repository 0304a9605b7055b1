import { useLayoutEffect } from 'preact/hooks'
import type { PlacedEntry } from '../data'

/** Pales an event where it was picked up, as often as it is drawn there. */
export function useLiftedMark(
  root: { current: HTMLElement | null },
  lifted: { placed: PlacedEntry } | null,
  placed: readonly PlacedEntry[],
): void {
  const key = lifted?.placed.item.key
  useLayoutEffect(() => {
    if (key === undefined) return
    const drawn = [...(root.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const lifted = drawn.filter(({ dataset }) => dataset.entry === key)
    for (const element of lifted) element.dataset.lifted = ''
    return () => {
      for (const element of lifted) delete element.dataset.lifted
    }
  }, [key, placed])
}
