import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { runWhenIdle } from '../../lib/idle'
import type { View } from '../place'

interface KeepAliveProps {
  isShown: boolean
  children: ComponentChildren
}

/**
 * A view that stays on the page, laid out but unseen, while another one is shown: going back to it costs a paint.
 * Unseen it is left as it was, and catches up when it is shown.
 */
export function KeepAlive({ isShown, children }: KeepAliveProps) {
  const drawn = useRef(children)
  const wasLaidOut = useFrame()
  if (isShown) drawn.current = children
  const state = isShown ? '' : wasLaidOut ? 'unseen' : 'ahead'
  return (
    <div class={`kept ${state}`} aria-hidden={!isShown || undefined} inert={state === 'ahead'}>
      {/* The very same children again: nothing below is compared. */}
      {drawn.current}
    </div>
  )
}

/** Whether the component has been on the page for a frame: contents that are skipped from the start are never laid out. */
function useFrame(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setOver(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isOver
}

/** Mounted views: the current one, those that were visited, then those of `ahead`, each with what loads its code. */
export function useMountedViews(
  view: View,
  ahead: readonly (readonly [View, () => Promise<void>])[],
): ReadonlySet<View> {
  const [mounted, setMounted] = useState<ReadonlySet<View>>(() => new Set([view]))
  const all = mounted.has(view) ? mounted : new Set([...mounted, view])
  const [next, load] = ahead.find(([one]) => !all.has(one)) ?? []
  useEffect(() => setMounted(all), [all])
  useEffect(() => {
    if (next === undefined || load === undefined) return
    let isWanted = true
    let isLoaded = false
    void runWhenIdle([
      async () => {
        await load()
        isLoaded = true
      },
      async () => {
        // Drawn without its code, a view that nobody asked for would take the calendar with it.
        if (isWanted && isLoaded) setMounted((before) => new Set([...before, next]))
      },
    ])
    return () => {
      isWanted = false
    }
  }, [next])
  return all
}
