import { useState } from 'preact/hooks'
import { useText } from '../i18n'
import { isInstalled } from '../lib/device'
import { Button } from '../ui/button'

const DISMISSED = 'install-hint-dismissed'

/** How to install the client: iOS never offers it, and gives push to installed web apps alone. */
export default function InstallHint() {
  const { install } = useText().shell
  const [isVisible, setVisible] = useState(() => !isInstalled() && !localStorage.getItem(DISMISSED))
  if (!isVisible) return null
  const dismiss = () => {
    localStorage.setItem(DISMISSED, 'yes')
    setVisible(false)
  }
  return (
    <aside class="banner" aria-label={install.title}>
      <p>
        <strong>{install.title}.</strong> {install.body}
      </p>
      <Button kind="quiet" onClick={dismiss}>
        {install.later}
      </Button>
    </aside>
  )
}
