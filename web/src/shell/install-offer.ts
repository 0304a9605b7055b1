import { installText, installTexts } from '../i18n/install'
import { isInstalled } from '../lib/device'
import { installQuestion } from '../lib/install'
import { keepOnDevice } from '../lib/keep-on-device'
import { TOUCH } from '../lib/media'
import { currentPlace } from '../router'
import { withConnection } from '../ui/lazy'
import { showToast } from '../ui/toast'

const DISMISSED = 'install-hint-dismissed'
/** Whoever has just come wants to see the calendar first. */
const SETTLED_MS = 10_000

/** Offers to install the client on phones and tablets, where the browser can: once, until somebody answers. */
export function startInstallOffer(): void {
  const offer = () => {
    const question = installQuestion.get()
    const isWelcome = matchMedia(TOUCH).matches && !isInstalled() && currentPlace().path !== '/wall'
    if (question === null || !isWelcome || localStorage.getItem(DISMISSED)) return
    const install = installText()
    const answered = () => keepOnDevice(DISMISSED, 'yes')
    const run = () => {
      answered()
      void question.prompt()
    }
    showToast({
      text: install.offer,
      action: { label: install.yes, run },
      milliseconds: null,
      slot: 'install',
      onClose: answered,
    })
  }
  setTimeout(async () => {
    await withConnection(installTexts)
    installQuestion.subscribe(offer)
    offer()
  }, SETTLED_MS)
}
