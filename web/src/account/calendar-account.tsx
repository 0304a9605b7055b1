import { useEffect, useState } from 'preact/hooks'
import { accountChanged, accountQuery } from '../data/calendar-account'
import { ownCalendars } from '../data/own-calendars'
import { queries, refresh } from '../data/queries'
import type { CalendarAccount as Account } from '../data/types'
import { useAccountMessage } from '../forms/account-state'
import { CredentialDialog } from '../forms/credential-dialog'
import { RefusedWrites } from '../forms/refused-writes'
import { Loaded, Section, SettingRow } from '../forms/section'
import { useSecondaryText } from '../i18n/secondary'
import { currentPlace, navigate } from '../router'
import { Button } from '../ui/button'
import { lazyDialog } from '../ui/lazy'
import { showToast } from '../ui/toast'
import * as api from './api'

const VisibilityQuestion = lazyDialog(() => import('../forms/visibility-question'))

/** The account where the member's events are kept. */
export function CalendarAccount() {
  const { calendar } = useSecondaryText().account
  return (
    <Section title={calendar.title}>
      <Loaded query={accountQuery}>{(account) => <Connection account={account} />}</Loaded>
    </Section>
  )
}

/** How it is doing, and connecting it; null: there is none yet. */
function Connection({ account }: { account: Account | null }) {
  const { calendar } = useSecondaryText().account
  const wordsOf = useAccountMessage()
  const [isOpen, setOpen] = useState(useAsksToReconnect())
  const [isAsking, setAsking] = useState(false)
  const words = account === null ? { title: calendar.missing, hint: calendar.missingHint } : wordsOf(account)
  const isUrgent = account === null || account.state === 'refused'

  const connected = () => {
    setOpen(false)
    setAsking(account === null)
    for (const { queryKey } of [queries.me, queries.writableCalendars, ownCalendars]) refresh(queryKey)
    refresh(queries.events.queryKey)
    accountChanged()
    showToast({ text: calendar.done })
  }

  return (
    <>
      <SettingRow {...words}>
        <Button kind={isUrgent ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
          {account === null ? calendar.connect : calendar.change}
        </Button>
      </SettingRow>
      {account !== null && account.state !== 'refused' && <RefusedWrites />}
      {isOpen && (
        <CredentialDialog
          whose="own"
          title={calendar.dialog}
          known={account}
          send={api.connectCalendar}
          onConnected={connected}
          onClose={() => setOpen(false)}
        />
      )}
      {isAsking && <VisibilityQuestion onClose={() => setAsking(false)} />}
    </>
  )
}

/** Whether somebody comes from a notice that said so: `/account?reconnect`. */
function useAsksToReconnect(): boolean {
  const [asks] = useState(() => currentPlace().query.has('reconnect'))
  useEffect(() => {
    if (asks) navigate('/account', { replace: true })
  }, [asks])
  return asks
}
