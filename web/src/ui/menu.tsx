import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { IconButton } from './button'
import { Ellipsis } from './icons'
import { keepBeside } from './place'

export interface MenuAction {
  label: string
  icon?: ComponentChildren
  danger?: boolean
  run: () => void
}

/** A button that opens a short list of actions; arrow keys, Home, End and Escape work in it. */
export function Menu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLSpanElement>(null)
  const open = useRef<AbortController | null>(null)

  const toggle = (event: { newState: string }) => {
    const button = opener.current?.firstElementChild
    button?.setAttribute('aria-expanded', String(event.newState === 'open'))
    open.current?.abort()
    if (event.newState !== 'open' || !menu.current || !button) return
    open.current = new AbortController()
    keepBeside(menu.current, button, 'right', open.current.signal)
  }

  useEffect(() => () => open.current?.abort(), [])

  const move = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((item) => item.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (to === undefined) return
    event.preventDefault()
    items.at(to % items.length)?.focus()
  }

  return (
    <>
      <span ref={opener}>
        <IconButton label={label} aria-haspopup="menu" aria-expanded="false" popovertarget={id}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </span>
      <div
        id={id}
        ref={menu}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onToggle={toggle}
        onKeyDown={move}
      >
        {actions.map((action, index) => (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            // The browser focuses it as it opens the menu; `toggle` is told later, when a key may have been pressed.
            autofocus={index === 0}
            class={action.danger ? 'danger' : undefined}
            onClick={() => {
              menu.current?.hidePopover()
              action.run()
            }}
          >
            {action.icon}
            {action.label}
          </button>
        ))}
      </div>
    </>
  )
}
