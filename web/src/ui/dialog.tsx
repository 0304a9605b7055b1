import type { ComponentChildren, CSSProperties } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useText } from '../i18n'
import { cover } from './back'
import { IconButton } from './button'
import { Form } from './form'
import { X } from './icons'
import { followKeyboard } from './keyboard'
import { ToastHost } from './toast'

interface DialogProps {
  title: string
  /** Called once, however the dialog closes: by its button, Escape, a click beside it, the way back or `closeDialog`. */
  onClose: () => void
  /** Without it the dialog is no form. */
  onSubmit?: () => void
  /** Keys that are pressed in it. */
  onKeyDown?: (event: KeyboardEvent & { currentTarget: HTMLElement }) => void
  /** The buttons at the foot. */
  footer?: ComponentChildren
  class?: string
  /** Id of what is to be known beside the title as it opens. */
  describedBy?: string | undefined
  style?: CSSProperties
  children: ComponentChildren
}

/**
 * A modal dialog, a sheet from below on phones. Render it while it is open. The browser keeps the focus inside and
 * gives it back to where it came from.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, onSubmit, onKeyDown, footer, class: extra = '', describedBy, style, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { common } = useText()

  // In a layout effect, so that the next key already reaches the dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The content fills the dialog's box: what is pressed and let go on the dialog itself is its backdrop. A press that
    // only ends there is a click of the dialog, too, such as one that has selected text.
    let pressed: EventTarget | null = null
    element?.addEventListener('pointerdown', ({ target }) => {
      pressed = target
    })
    element?.addEventListener('click', ({ target, detail }) => {
      // The second click of two is about what the first has opened.
      if (target === element && pressed === element && detail < 2) element.close()
    })
    const unfollow = element === null ? null : followKeyboard(element)
    const uncover = cover(() => {
      const isOpen = element?.open === true
      element?.close()
      return isOpen
    })
    return () => {
      uncover()
      unfollow?.()
      // Removed while open it leaves the focus nowhere: as long as it is there, nothing outside of it takes the focus.
      if (element?.open === true) element.close()
    }
  }, [])

  const content = (
    <>
      {/* No header and footer: those would be landmarks of the page. */}
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton label={common.close} onClick={(event) => closeDialog(event.currentTarget)}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div class="dialog-body">{children}</div>
      {footer && <div class="dialog-foot">{footer}</div>}
    </>
  )
  return (
    <dialog
      ref={dialog}
      class={`dialog ${extra}`}
      style={style}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onKeyDown={onSubmit === undefined ? onKeyDown : undefined}
      onClose={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {onSubmit === undefined ? (
        <div class="dialog-frame">{content}</div>
      ) : (
        <Form onKeyDown={onKeyDown} onSubmit={onSubmit}>
          {content}
        </Form>
      )}
      <ToastHost />
    </dialog>
  )
}

/** Closes the dialog around an element, with the closing motion. */
export function closeDialog(within: Element): void {
  within.closest('dialog')?.close()
}
