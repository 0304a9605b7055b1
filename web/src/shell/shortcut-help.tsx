import { useState } from 'preact/hooks'
import { shortcutTexts, useShortcutText } from '../i18n/shortcuts'
import { useShortcuts } from '../lib/shortcuts'
import { navigate } from '../router'
import { lazyDialog } from '../ui/lazy'

await shortcutTexts()

const ShortcutList = lazyDialog(() => import('./shortcut-list'))

/** The keys of every screen, and the help that lists them all. */
export default function ShortcutHelp() {
  const shortcuts = useShortcutText()
  const [isOpen, setOpen] = useState(false)
  useShortcuts([
    { key: 'c', description: shortcuts.calendar, run: () => navigate('/') },
    { key: 'l', description: shortcuts.lists, run: () => navigate('/lists') },
    { key: '?', description: shortcuts.help, run: () => setOpen(true) },
  ])
  return isOpen ? <ShortcutList onClose={() => setOpen(false)} /> : null
}
