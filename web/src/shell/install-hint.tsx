import { useState } from 'preact/hooks'
import { installTexts, useInstallText } from '../i18n/install'
import { isInstalled } from '../lib/device'
import { keepOnDevice } from '../lib/keep-on-device'
import { needs } from '../lib/needs'
import { Button } from '../ui/button'

needs(installTexts)

const DISMISSED = 'install-hint-dismissed'

/** How to install the client: iOS never offers it, and gives push to installed web apps alone. */
export default function InstallHint() {
  const install = useInstallText()
  const [isVisible, setVisible] = useState(() => !isInstalled() && !localStorage.getItem(DISMISSED))
  if (!isVisible) return null
  const dismiss = () => {
    keepOnDevice(DISMISSED, 'yes')
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
