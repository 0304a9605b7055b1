import { createStore } from './store'

/** What Chromium says when the client can be installed (Manifest Incubations, BeforeInstallPromptEvent). */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** The browser's own question, to be asked when it suits; null where there is none. */
export const installQuestion = createStore<InstallEvent | null>(null)

/** Has to listen from the beginning: the browser offers it once. */
export function startInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installQuestion.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => installQuestion.set(null))
}
