import { useEffect, useState } from 'preact/hooks'
import { deviceOwner } from '../data/owner'
import { queries, queryClient, refresh, useQuery } from '../data/queries'
import type { SetupStatus } from '../data/types'
import { useText } from '../i18n'
import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { Brand } from '../shell/brand'
import { Button } from '../ui/button'
import { Loading } from '../ui/loading'
import { lookWhetherClosed } from './api'
import { takeFocus } from './take-focus'
import { Wizard } from './wizard'

needs(secondaryTexts)

/** The first run: five steps, then never again. */
export default function Setup() {
  const { common } = useText()
  const { setup } = useSecondaryText()
  // One that has begun asks at its steps: what closes it may be done here, and its answer be lost.
  const hasBegun = queryClient.getQueryData<SetupStatus>(queries.setupStatus.queryKey)?.setupComplete === false
  const {
    data: status,
    isError,
    isFetching,
  } = useQuery({ ...queries.setupStatus, staleTime: 0 }, { enabled: !hasBegun })
  const [finished, setFinished] = useState<{ needsRestart: boolean } | null>(null)
  useEffect(() => {
    document.title = `${setup.title} · ${common.appName}`
  }, [setup, common])
  const finish = (needsRestart: boolean) => {
    setFinished({ needsRestart })
    lookWhetherClosed()
  }

  return (
    <main id="main" class="setup">
      <header>
        <Brand />
        <p>{common.appName}</p>
        <h1>{headingOf()}</h1>
        {status?.setupComplete === false && finished === null && <p>{setup.lead}</p>}
      </header>
      {finished !== null && <Finished needsRestart={finished.needsRestart} />}
      {finished === null && status?.setupComplete === true && <AlreadyDone />}
      {finished === null && status?.setupComplete === false && (
        <Wizard databaseName={status.dbName} onFinished={finish} />
      )}
      {status === undefined && (isError ? <Unavailable isAsking={isFetching} /> : <Loading />)}
    </main>
  )

  function headingOf(): string {
    if (finished !== null) return setup.done.welcome
    return status?.setupComplete === true ? setup.finished.title : setup.title
  }
}

function Unavailable({ isAsking }: { isAsking: boolean }) {
  const { common } = useText()
  const { setup } = useSecondaryText()
  return (
    <div class="setup-end">
      <p class="notice bad" role="alert">
        {setup.unavailable}
      </p>
      <Button busy={isAsking} onClick={() => refresh(queries.setupStatus.queryKey)}>
        {common.tryAgain}
      </Button>
    </div>
  )
}

function Finished({ needsRestart }: { needsRestart: boolean }) {
  const { setup } = useSecondaryText()
  return (
    <div class="setup-end">
      {needsRestart && (
        <p class="notice warn" role="status">
          {setup.done.restart}
        </p>
      )}
      <a class="button primary" href="/welcome" ref={takeFocus}>
        {setup.done.come}
      </a>
    </div>
  )
}

function AlreadyDone() {
  const { finished } = useSecondaryText().setup
  const isSignedIn = deviceOwner() !== null
  return (
    <div class="setup-end">
      <p>{isSignedIn ? finished.inside : finished.body}</p>
      <a class="button primary" href="/">
        {isSignedIn ? finished.toCalendar : finished.signIn}
      </a>
    </div>
  )
}
