import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface KeptProps {
  isShown: boolean
  children: ComponentChildren
}

/**
 * A view that stays on the page, laid out but unseen, while another one is shown: going back to it costs a paint.
 * Unseen it is left as it was, and catches up when it is shown.
 */
export function Kept({ isShown, children }: KeptProps) {
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
