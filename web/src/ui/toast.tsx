import { signedOut } from '../data/http'
import { useText } from '../i18n'
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
}

type Shown = Toast & { id: string }

/** How long something can be taken back. */
export const UNDO_MS = 5_000

const MOST_AT_ONCE = 3

const shown = createStore<Shown[]>([])

/** Says something for a moment; returns the function that takes it back. */
export function showToast(toast: Toast): () => void {
  const id = uuid()
  const dismiss = () => shown.set((before) => before.filter((other) => other.id !== id))
  const isReplaced = ({ slot }: Toast) => slot !== undefined && slot === toast.slot
  shown.set((before) => [...before.filter((other) => !isReplaced(other)), { ...toast, id }].slice(-MOST_AT_ONCE))
  if (toast.milliseconds !== null) setTimeout(dismiss, toast.milliseconds ?? UNDO_MS)
  return dismiss
}

/** Says what was done and offers to take it back for five seconds. */
export function showUndo(text: string, undoLabel: string, undo: () => void): () => void {
  return showToast({ text, action: { label: undoLabel, run: undo }, slot: 'undo' })
}

// What was said to somebody who is not here any more goes; what waits to be dismissed is not about people.
signedOut.subscribe(() => {
  if (signedOut.get()) shown.set((before) => before.filter(({ milliseconds }) => milliseconds === null))
})

/** Draws the toasts; once, in the root of the client. */
export function ToastHost() {
  const toasts = useStore(shown)
  const { common } = useText()
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} closeLabel={common.close} />
      ))}
    </div>
  )
}

function ToastBox({ toast, closeLabel }: { toast: Shown; closeLabel: string }) {
  const dismiss = () => shown.set((before) => before.filter(({ id }) => id !== toast.id))
  const { action } = toast
  return (
    <div class="toast">
      <span>{toast.text}</span>
      {action && (
        <Button
          onClick={() => {
            dismiss()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      {toast.milliseconds === null && (
        <IconButton label={closeLabel} onClick={dismiss}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
