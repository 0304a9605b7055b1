import { useState } from 'preact/hooks'
import { useText } from '../i18n'
import { useActiveShortcuts, useShortcuts } from '../lib/shortcuts'
import { navigate } from '../router'
import { Dialog } from '../ui/dialog'

/** The keys of every screen, and the help that lists them all. */
export function ShortcutHelp() {
  const { shortcuts } = useText().shell
  const [isOpen, setOpen] = useState(false)
  useShortcuts([
    { key: 'c', description: shortcuts.calendar, run: () => navigate('/') },
    { key: 'l', description: shortcuts.lists, run: () => navigate('/lists') },
    { key: '?', description: shortcuts.help, run: () => setOpen(true) },
  ])
  return isOpen ? <Help onClose={() => setOpen(false)} /> : null
}

function Help({ onClose }: { onClose: () => void }) {
  const { shortcuts } = useText().shell
  const active = useActiveShortcuts()
  return (
    <Dialog title={shortcuts.title} onClose={onClose}>
      <dl class="shortcuts">
        {active.map(({ key, description }) => (
          <div key={key} class="shortcut">
            <dt>
              <kbd>{key.length === 1 ? key.toUpperCase() : key}</kbd>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
        <div class="shortcut">
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>{shortcuts.escape}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
