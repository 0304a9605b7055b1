import { useMe } from '../../data/session'
import { SettingRow } from '../../forms/section'
import { useSecondaryText } from '../../i18n/secondary'
import { Button } from '../../ui/button'
import { ConnectRow } from './connect-row'

/** Whether the own calendar is connected; null: not yet. */
export function useCalendarsOutcome(): string | null {
  const { account } = useSecondaryText()
  return useMe().needsProviderSetup ? null : account.calendar.connected
}

/** Where calendars are connected, and where it is said who sees them. */
export function CalendarsStep({ onDone }: { onDone: () => void }) {
  const { setup, welcome } = useSecondaryText()
  const { calendars: texts } = welcome
  const { needsProviderSetup } = useMe()
  return (
    <>
      {needsProviderSetup ? (
        <ConnectRow />
      ) : (
        <SettingRow title={texts.whoSees} hint={texts.whoSeesHint}>
          <a class="button" href="/account">
            {texts.toAccount}
          </a>
        </SettingRow>
      )}
      <SettingRow title={texts.everyone} hint={texts.everyoneHint}>
        <a class="button" href="/admin">
          {texts.toHousehold}
        </a>
      </SettingRow>
      <Button kind="primary" onClick={onDone}>
        {setup.next}
      </Button>
    </>
  )
}
