import { useEffect, useState } from 'preact/hooks'
import { whenIdle } from '../../lib/when-idle'
import type { View } from '../place'

/** The page has come to rest by then. */
const FIRST_AFTER_MS = 1_500
const NEXT_AFTER_MS = 100

/**
 * The views that are on the page: the one that is shown, those that have been, and, one by one while nothing else
 * happens, those that `ahead` names with what loads their code.
 */
export function useReady(view: View, ahead: readonly (readonly [View, () => Promise<void>])[]): ReadonlySet<View> {
  const [ready, setReady] = useState<ReadonlySet<View>>(() => new Set([view]))
  const all = ready.has(view) ? ready : new Set([...ready, view])
  const [next, load] = ahead.find(([one]) => !all.has(one)) ?? []
  useEffect(() => setReady(all), [all])
  useEffect(() => {
    if (next === undefined || load === undefined) return
    let cancel = () => {}
    const timer = setTimeout(
      async () => {
        await load()
        cancel()
        cancel = whenIdle(() => setReady((before) => new Set([...before, next])))
      },
      all.size === 1 ? FIRST_AFTER_MS : NEXT_AFTER_MS,
    )
    cancel = () => clearTimeout(timer)
    return () => cancel()
  }, [next])
  return all
}
