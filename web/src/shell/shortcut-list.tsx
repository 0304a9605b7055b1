import { shortcutTexts, useShortcutText } from '../i18n/shortcuts'
import { needs } from '../lib/needs'
import { activeShortcuts } from '../lib/shortcuts'
import { useStore } from '../lib/store'
import { Dialog } from '../ui/dialog'

needs(shortcutTexts)

/** Every key that does something at the moment. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcutText()
  const active = new Map(
    useStore(activeShortcuts)
      .flat()
      .map((shortcut) => [shortcut.key, shortcut]),
  )
  return (
    <Dialog title={shortcuts.title} onClose={onClose}>
      <dl class="shortcuts">
        {[...active.values()].map(({ key, others = [], description }) => (
          <div key={key} class="shortcut">
            <dt>
              {[key, ...others].map((one) => (
                <kbd key={one}>{shortcuts.keys[one] ?? one.toUpperCase()}</kbd>
              ))}
            </dt>
            <dd>{description ?? shortcuts.known[key]}</dd>
          </div>
        ))}
        <div class="shortcut">
          <dt>
            <kbd>{shortcuts.keys.Control}</kbd>
            <kbd>Z</kbd>
          </dt>
          <dd>{shortcuts.undo}</dd>
        </div>
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
