import { useEffect, useState } from 'preact/hooks'
import * as dataApi from '../data/api'
import { isStatus } from '../data/http'
import { signedIn } from '../data/sign-in'
import { saveWhere, type Where } from '../forms/where'
import { type SecondaryDictionary, useSecondaryText } from '../i18n/secondary'
import { useStore } from '../lib/store'
import { navigate } from '../router'
import { Button } from '../ui/button'
import { AdminStep, type SignIn } from './admin-step'
import { complete, lookWhetherClosed } from './api'
import { DatabaseStep } from './database-step'
import { DoneStep } from './done-step'
import { findProgress, forgetProgress, openProgress, type Progress } from './progress'
import { ProviderStep } from './provider-step'
import { PushStep } from './push-step'
import { Step } from './step'

const STEPS = ['database', 'provider', 'push', 'admin', 'done'] as const
type StepName = (typeof STEPS)[number]

interface WizardProps {
  databaseName: string
  /** Everything is done; `needsRestart`: the provider that was entered here is not in use yet. */
  onFinished: (needsRestart: boolean) => void
}

/** The five steps. What was done before is found again on this device and, as far as it can tell, at the service. */
export function Wizard({ databaseName, onFinished }: WizardProps) {
  const { setup } = useSecondaryText()
  const [store] = useState(openProgress)
  const progress = useStore(store)
  const [hasDatabase, setHasDatabase] = useState(false)
  const [isFromServer, setFromServer] = useState(false)
  const [reopened, setReopened] = useState<StepName | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [signIn, setSignIn] = useState<SignIn | null>(null)

  useEffect(() => {
    if (!hasDatabase) return
    void lookForProgress(progress).then((found) => {
      setFromServer(found.provider === 'server')
      // What was chosen here meanwhile counts.
      if (found.provider !== 'server') store.set((now) => (now.provider === null ? { ...now, ...found } : now))
    })
  }, [hasDatabase])

  const isDone: Record<StepName, boolean> = {
    database: hasDatabase,
    provider: progress.provider !== null,
    push: progress.push !== null,
    admin: progress.hasAdmin,
    done: false,
  }
  const current = reopened ?? firstOpen(isDone)
  const record = (part: Partial<Progress>) => {
    setReopened(null)
    store.set((before) => ({ ...before, ...part }))
  }
  const finish = async (where: Where) => {
    // First: once it is closed, a step that has no answer could not be repeated.
    if (signIn !== null) await dataApi.session.signIn(signIn)
    await complete().catch((error) => {
      const isClosed = isStatus(error, 423)
      // To whoever is signed in it is closed by an answer that was lost.
      if (isClosed && signIn !== null) return
      if (isClosed) lookWhetherClosed()
      if (isStatus(error, 422)) setMissing(true)
      throw error
    })
    forgetProgress()
    if (signIn === null) return onFinished(progress.provider === 'oidc')
    await signedIn()
    // A failure does not undo the setup: the page that comes next asks as long as nobody has said.
    await saveWhere(where).catch(() => {})
    navigate('/welcome', { replace: true })
  }
  const step = (name: StepName) => ({
    title: setup[name].title,
    position: STEPS.indexOf(name) + 1,
    count: STEPS.length,
    isCurrent: current === name,
    isDone: isDone[name],
  })
  const again = (name: StepName) => (
    <Button kind="quiet" onClick={() => setReopened(name)}>
      {setup.change}
      <span class="visually-hidden"> {setup[name].title}</span>
    </Button>
  )

  return (
    <ol class="setup-steps" aria-label={setup.steps}>
      <Step {...step('database')} outcome={setup.database.good(databaseName)}>
        <DatabaseStep onDone={() => setHasDatabase(true)} />
      </Step>
      <Step {...step('provider')} outcome={providerOutcome(progress, setup)} again={again('provider')}>
        <ProviderStep progress={progress} isFromServer={isFromServer} onDone={record} />
      </Step>
      <Step {...step('push')} outcome={pushOutcome(progress, setup)} again={again('push')}>
        <PushStep config={progress.config} onDone={(push) => record({ push })} />
      </Step>
      <Step {...step('admin')} outcome={setup.admin.good} again={isMissing && again('admin')}>
        <AdminStep
          key={progress.provider}
          needsLocalAccount={progress.provider === 'local'}
          onMade={() => {
            // What is shown once, and kept nowhere, is still to be read.
            setReopened('admin')
            store.set((before) => ({ ...before, hasAdmin: true }))
          }}
          onDone={(words) => {
            setSignIn(words)
            setReopened(null)
          }}
        />
      </Step>
      <Step {...step('done')}>
        <DoneStep asksWhere={signIn !== null} onDone={finish} />
      </Step>
    </ol>
  )
}

/** Only where this device knows nothing, and only when the service names a provider at all. */
async function lookForProgress({ provider }: Progress): Promise<Partial<Progress>> {
  if (provider !== null) return {}
  try {
    return (await dataApi.session.mode()).oidcEnabled ? await findProgress() : {}
  } catch {
    // Each step shows its own errors.
    return {}
  }
}

function firstOpen(isDone: Record<StepName, boolean>): StepName {
  return (['database', 'provider', 'push', 'admin'] as const).find((name) => !isDone[name]) ?? 'done'
}

function providerOutcome({ provider }: Progress, { provider: texts }: SecondaryDictionary['setup']) {
  if (provider === null) return undefined
  return { local: texts.goodLocal, oidc: texts.goodStored, server: texts.goodServer }[provider]
}

function pushOutcome({ push }: Progress, { push: texts }: SecondaryDictionary['setup']) {
  if (push === null) return undefined
  return { checked: texts.good, later: texts.goodLater, server: texts.goodServer }[push]
}
