import { useLayoutEffect, useState } from 'preact/hooks'
import { signedOut } from '../data/http'
import { useText } from '../i18n'
import { UNDO_KEY } from '../lib/shortcuts'
import { createStore, useStore } from '../lib/store'
import { uuid } from '../lib/uuid'
import { Button, IconButton } from './button'
import { X } from './icons'

interface Toast {
  text: string
  action?: { label: string; run: () => void }
  /** How long it stays; null until it is dismissed. Five seconds by default. */
  milliseconds?: number | null
  /** A toast takes the place of the one before it in the same slot. */
  slot?: string
  /** Called when somebody dismisses one that stays. */
  onClose?: () => void
}

type Shown = Toast & { id: string }

/** How long an undo is offered. */
export const UNDO_MS = 5_000

const MAX_AT_ONCE = 3

const shown = createStore<Shown[]>([])
const keep = (isKept: (toast: Shown) => boolean): void => shown.set((before) => before.filter(isKept))

/** Shows a message for a moment. Returns the function that removes it. */
export function showToast(toast: Toast): () => void {
  const id = uuid()
  const dismiss = () => keep((other) => other.id !== id)
  const isReplaced = ({ slot }: Toast) => slot !== undefined && slot === toast.slot
  shown.set((before) => atOnce([...before.filter((other) => !isReplaced(other)), { ...toast, id }]))
  if (toast.milliseconds !== null) setTimeout(dismiss, toast.milliseconds ?? UNDO_MS)
  return dismiss
}

/** The latest ones, and what waits for somebody. */
const atOnce = (toasts: Shown[]): Shown[] =>
  toasts.filter(({ milliseconds }, index) => milliseconds === null || index >= toasts.length - MAX_AT_ONCE)

/** Shows what was done, with an undo for five seconds, or until the page is left. */
export const showUndo = (text: string, label: string, run: () => void): (() => void) =>
  showToast({ text, action: { label, run }, slot: UNDO })

const UNDO = 'undo'

// What a page has been left with is done at once.
document.addEventListener('visibilitychange', () => keep(({ slot }) => slot !== UNDO))

// What was said to a member who has signed out goes; toasts that wait to be dismissed are not about people.
signedOut.subscribe(() => {
  if (signedOut.get()) keep(({ milliseconds }) => milliseconds === null)
})

/** Of what is open, the root of the client first. */
const hosts = createStore<readonly symbol[]>([])

/** Drawn in the root of the client and in every modal dialog, which makes all else inert; the topmost has the toasts. */
export function ToastHost() {
  const [me] = useState(Symbol)
  const isTopmost = useStore(hosts).at(-1) === me
  const toasts = useStore(shown)
  const { common } = useText()
  useLayoutEffect(() => {
    hosts.set((before) => [...before, me])
    return () => hosts.set((before) => before.filter((other) => other !== me))
  }, [])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {isTopmost && toasts.map((toast) => <ToastBox key={toast.id} toast={toast} closeLabel={common.close} />)}
    </div>
  )
}

function ToastBox({ toast, closeLabel }: { toast: Shown; closeLabel: string }) {
  const dismiss = () => keep(({ id }) => id !== toast.id)
  const { action } = toast
  return (
    <div class="toast">
      <span>{toast.text}</span>
      {action && (
        <Button
          {...(toast.slot === UNDO && UNDO_KEY)}
          onClick={() => {
            dismiss()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      {toast.milliseconds === null && (
        <IconButton
          label={closeLabel}
          onClick={() => {
            dismiss()
            toast.onClose?.()
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
