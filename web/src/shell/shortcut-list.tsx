import { useText } from '../i18n'
import { useActiveShortcuts } from '../lib/shortcuts'
import { Dialog } from '../ui/dialog'

/** Every key that does something at the moment. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
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
