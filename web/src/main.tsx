import { render } from 'preact'
import { App } from './app'
import { startConnection } from './data/connection'
import { listWrites } from './data/list-writes'
import { startLive } from './data/live'
import { restoreAnswers, startPersisting } from './data/persist'
import { startPreferences } from './data/preferences'
import { queryClient } from './data/queries'
import { startSession } from './data/session'
import { startLanguage } from './i18n'
import { startShortcuts } from './lib/shortcuts'
import { startRouter } from './router'
import { startServiceWorker } from './shell/service-worker'

startPreferences()
startRouter()
startShortcuts()
startConnection()
queryClient.mount()
await Promise.all([startLanguage(), restoreAnswers()])
startPersisting()
startSession()
await listWrites.start()
startLive()
render(<App />, document.getElementById('app')!)
startServiceWorker()
