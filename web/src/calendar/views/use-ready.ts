import { useEffect, useState } from 'preact/hooks'
import { oneByOne } from '../../lib/rest'
import type { View } from '../place'

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
    let isWanted = true
    let isLoaded = false
    void oneByOne([
      async () => {
        await load()
        isLoaded = true
      },
      async () => {
        // Drawn without its code, a view that nobody asked for would take the calendar with it.
        if (isWanted && isLoaded) setReady((before) => new Set([...before, next]))
      },
    ])
    return () => {
      isWanted = false
    }
  }, [next])
  return all
}
