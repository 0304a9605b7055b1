import { useState } from 'preact/hooks'
import { useShortcuts } from '../lib/shortcuts'
import { navigate } from '../router'
import { lazyDialog } from '../ui/lazy'

const ShortcutList = lazyDialog(() => import('./shortcut-list'))

/** The keys of every screen, there as soon as the frame is drawn, and the help that lists all keys. */
export function FrameKeys() {
  const [isOpen, setOpen] = useState(false)
  useShortcuts([
    { key: 'c', run: () => navigate('/') },
    { key: 'l', run: () => navigate('/lists') },
    { key: '?', run: () => setOpen(true) },
  ])
  return isOpen && <ShortcutList onClose={() => setOpen(false)} />
}
