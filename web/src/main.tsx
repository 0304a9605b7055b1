import { render } from 'preact'
import { App } from './app'
import { onReachable, startConnection } from './data/connection'
import { restoreAnswers, startPersisting } from './data/persist'
import { queryClient } from './data/queries'
import { startSession } from './data/session'
import { startLanguage } from './i18n'
import { warmFormats } from './i18n/format'
import { nextTask } from './lib/idle'
import { startPreferences } from './lib/preferences'
import { startShortcuts } from './lib/shortcuts'
import { startRouter } from './router'
import { prefetch } from './start/prefetch'

startPreferences()
startRouter()
startShortcuts()
startConnection()
queryClient.mount()
const formats = nextTask().then(warmFormats)
await Promise.all([startLanguage(), Promise.all([restoreAnswers(), formats]).then(prefetch)])
await nextTask()
startPersisting()
startSession()
render(<App />, document.getElementById('app')!)

// Background work is loaded after the first drawing. A failed import() fails for the life of the page: it is reloaded.
const background = await import('./start/background').catch(() => null)
if (background === null) onReachable(() => location.reload())
else await background.startBackground()
