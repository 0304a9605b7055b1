import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { keepBeside } from './place'

interface PopoverProps {
  /** What it stands beside. */
  anchor: HTMLElement
  class: string
  onClose: () => void
  children: ComponentChildren
}

/**
 * Something to pick from beside a field. Render it while it is open, among the field's own elements: Escape, a touch
 * or the focus anywhere else closes it.
 */
export function Popover({ anchor, class: extra, onClose, children }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = popover.current!
    const closeElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !element.parentElement!.contains(target)) onClose()
    }
    // Before the dialog around hears of it.
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onClose()
      anchor.focus()
    }
    element.style.setProperty('--anchor', `${anchor.offsetWidth}px`)
    element.showPopover()
    const listening = new AbortController()
    const { signal } = listening
    keepBeside(element, anchor, 'left', signal)
    document.addEventListener('pointerdown', closeElsewhere, { signal })
    document.addEventListener('focusin', closeElsewhere, { signal })
    document.addEventListener('keydown', closeByKey, { signal, capture: true })
    return () => listening.abort()
  }, [])
  return (
    <div ref={popover} class={`picker ${extra}`} popover="manual">
      {children}
    </div>
  )
}
