import { useEffect, useRef } from 'preact/hooks'
import type { ViewItem } from './writes/view'

/** Tells which items have come since the list was opened, so that what others add catches the eye once. */
export function useFresh(items: readonly ViewItem[]): (key: string) => boolean {
  const known = useRef<Set<string> | null>(null)
  known.current ??= new Set(items.map(({ key }) => key))
  const seen = known.current
  useEffect(() => {
    for (const { key } of items) seen.add(key)
  })
  return (key) => !seen.has(key)
}
