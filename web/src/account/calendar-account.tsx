import { useState } from 'preact/hooks'
import { queries, refresh } from '../data/queries'
import { useMe } from '../data/session'
import { useSeldomText } from '../i18n/seldom'
import { CredentialDialog } from '../settings/credential-dialog'
import { Section, SettingRow } from '../settings/section'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'
import * as api from './api'

/** The account where the member's events are kept. */
export function CalendarAccount() {
  const { calendar } = useSeldomText().account
  const { needsProviderSetup } = useMe()
  const [isOpen, setOpen] = useState(false)

  const connected = () => {
    setOpen(false)
    for (const { queryKey } of [queries.me, queries.writableCalendars]) refresh(queryKey)
    refresh(['events'])
    showToast({ text: calendar.done })
  }

  return (
    <Section title={calendar.title}>
      <SettingRow
        title={needsProviderSetup ? calendar.missing : calendar.connected}
        hint={needsProviderSetup ? calendar.missingHint : calendar.connectedHint}
      >
        <Button kind={needsProviderSetup ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
          {needsProviderSetup ? calendar.connect : calendar.change}
        </Button>
      </SettingRow>
      {isOpen && (
        <CredentialDialog
          whose="own"
          title={calendar.dialog}
          send={api.connectCalendar}
          onConnected={connected}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}
