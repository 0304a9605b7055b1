import { useMe } from '../../data/session'
import { SettingRow } from '../../forms/section'
import { useSecondaryText } from '../../i18n/secondary'
import { Button } from '../../ui/button'

/** Where calendars are connected, and where it is said who sees them. */
export function CalendarsStep({ onDone }: { onDone: () => void }) {
  const { setup, welcome } = useSecondaryText()
  const { calendars: texts } = welcome
  const { needsProviderSetup } = useMe()
  return (
    <>
      <SettingRow title={needsProviderSetup ? texts.own : texts.whoSees} hint={texts.ownHint}>
        <a class="button" href={needsProviderSetup ? '/account?reconnect' : '/account'}>
          {needsProviderSetup ? texts.connect : texts.toAccount}
        </a>
      </SettingRow>
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
