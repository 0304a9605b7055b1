import { Component, type ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { runWhenIdle } from '../../lib/idle'
import type { View } from '../place'

interface KeepAliveProps {
  isShown: boolean
  children: ComponentChildren
}

/**
 * Keeps a view on the page, laid out but hidden, while another one is shown: going back to it costs a paint. It does
 * not render while it is hidden.
 */
export function KeepAlive({ isShown, children }: KeepAliveProps) {
  const wasLaidOut = useFrame()
  const state = isShown ? '' : wasLaidOut ? 'unseen' : 'ahead'
  return (
    <div class={`kept ${state}`} aria-hidden={!isShown || undefined} inert={state === 'ahead'}>
      <Drawn isShown={isShown}>{children}</Drawn>
    </div>
  )
}

/**
 * Its children as they were shown last. Vnodes that were drawn must not be kept for that: each holds its former parents,
 * those the views beside it, and so on back to the first drawing.
 */
class Drawn extends Component<KeepAliveProps> {
  override shouldComponentUpdate({ isShown }: KeepAliveProps) {
    return isShown
  }

  override render() {
    return this.props.children
  }
}

/** True after one frame: what is hidden from the start (`content-visibility`) is never laid out. */
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
    runWhenIdle([
      async () => {
        await load()
        isLoaded = true
      },
      async () => {
        // A prefetched view that failed to load must not crash the one on screen.
        if (isWanted && isLoaded) setMounted((before) => new Set([...before, next]))
      },
    ])
    return () => {
      isWanted = false
    }
  }, [next])
  return all
}
