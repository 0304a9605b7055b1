import { render } from 'preact'
import { App } from './app'
import { onReachable, startConnection } from './data/connection'
import { isDisplayPage } from './data/display-page'
import { deviceOwner } from './data/owner'
import { restoreAnswers, startPersisting } from './data/persist'
import { queryClient } from './data/queries'
import { startSession } from './data/session'
import { startLanguage } from './i18n'
import { warmFormats } from './i18n/format'
import { nextTask } from './lib/idle'
import { startInstall } from './lib/install'
import { startPreferences } from './lib/preferences'
import { startShortcuts } from './lib/shortcuts'
import { startRouter } from './router'
import { isOlder, isTooOld } from './start/age'
import { prefetch } from './start/prefetch'
import { importOrReload } from './ui/lazy'

/** Loads what the page starts with. Null: it does not come, and the page is loaded again when there is a connection. */
const loadStart = async <T,>(load: () => Promise<T>) => {
  const part = await importOrReload(load).catch(() => null)
  if (part === null) onReachable(() => location.reload())
  return part
}

if (isTooOld()) {
  document.querySelector<HTMLElement>('.not-started')!.style.visibility = 'visible'
  throw new Error('This browser is too old')
}
// Without that help nothing would work there: where it does not come, nothing is drawn.
if (isOlder()) await (await loadStart(() => import('./start/older')))!.helpOlder()

startPreferences(deviceOwner())
startRouter()
startShortcuts()
startConnection()
startInstall()
queryClient.mount()
const formats = nextTask().then(warmFormats)
await Promise.all([
  startLanguage(),
  isDisplayPage() ? formats : Promise.all([restoreAnswers(), formats]).then(prefetch),
])
await nextTask()
if (isDisplayPage()) {
  const display = await loadStart(() => import('./display/start'))
  await display?.prepareDisplay()
  render(<App />, document.getElementById('app')!)
  display?.startDisplay()
} else {
  startPersisting()
  startSession()
  render(<App />, document.getElementById('app')!)
  // Background work is loaded after the first drawing.
  await (await loadStart(() => import('./start/background')))?.startBackground()
}
