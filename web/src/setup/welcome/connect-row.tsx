import { SettingRow } from '../../forms/section'
import { useSecondaryText } from '../../i18n/secondary'

/** Leads a member without a calendar to the dialog that connects one. */
export function ConnectRow() {
  const { calendars: texts } = useSecondaryText().welcome
  return (
    <SettingRow title={texts.own} hint={texts.ownHint}>
      <a class="button" href="/account?reconnect">
        {texts.connect}
      </a>
    </SettingRow>
  )
}
