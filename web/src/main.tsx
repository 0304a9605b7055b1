import { render } from 'preact'
import { App } from './app'
import { onReachable, startConnection } from './data/connection'
import { restoreAnswers, startPersisting } from './data/persist'
import { queryClient } from './data/queries'
import { startSession } from './data/session'
import { askFirstQuestions } from './first-questions'
import { startLanguage } from './i18n'
import { warmFormats } from './i18n/format'
import { startPreferences } from './lib/preferences'
import { startShortcuts } from './lib/shortcuts'
import { nextTask } from './lib/task'
import { startRouter } from './router'

startPreferences()
startRouter()
startShortcuts()
startConnection()
queryClient.mount()
const formats = nextTask().then(warmFormats)
await Promise.all([startLanguage(), Promise.all([restoreAnswers(), formats]).then(askFirstQuestions)])
await nextTask()
startPersisting()
startSession()
render(<App />, document.getElementById('app')!)

// What is not needed to draw comes after the first screen. A module that could not be fetched stays missing to a page.
const behind = await import('./behind-the-scenes').catch(() => null)
if (behind === null) onReachable(() => location.reload())
else await behind.startBehindTheScenes()
