import { useEffect, useState } from 'preact/hooks'
import { accountChanged, accountQuery } from '../data/calendar-account'
import { queries, refresh } from '../data/queries'
import type { CalendarAccount as Account } from '../data/types'
import { useSeldomText } from '../i18n/seldom'
import { currentPlace, navigate } from '../router'
import { useAccountWords } from '../settings/account-state'
import { CredentialDialog } from '../settings/credential-dialog'
import { Loaded } from '../settings/loaded'
import { RefusedWrites } from '../settings/refused-writes'
import { Section, SettingRow } from '../settings/section'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'
import * as api from './api'

/** The account where the member's events are kept. */
export function CalendarAccount() {
  const { calendar } = useSeldomText().account
  return (
    <Section title={calendar.title}>
      <Loaded query={accountQuery}>{(account) => <Connection account={account} />}</Loaded>
    </Section>
  )
}

/** How it is doing, and connecting it; null: there is none yet. */
function Connection({ account }: { account: Account | null }) {
  const { calendar } = useSeldomText().account
  const wordsOf = useAccountWords()
  const [isOpen, setOpen] = useState(useAsksToReconnect())
  const words = account === null ? { title: calendar.missing, hint: calendar.missingHint } : wordsOf(account)
  const isUrgent = account === null || account.state === 'refused'

  const connected = () => {
    setOpen(false)
    for (const { queryKey } of [queries.me, queries.writableCalendars]) refresh(queryKey)
    refresh(['events'])
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
