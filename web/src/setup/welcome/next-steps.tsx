import { useMe } from '../../data/session'
import { Invite } from '../../forms/invite'
import { SettingRow } from '../../forms/section'
import { useSecondaryText } from '../../i18n/secondary'
import { isInstalled, isIos } from '../../lib/device'
import { QrCode } from '../../ui/qr'
import { ConnectRow } from './connect-row'

/** What a household, or somebody who has just joined one, does next. */
export function NextSteps() {
  const { welcome } = useSecondaryText()
  const { next: texts, calendars } = welcome
  const { isAdmin, needsProviderSetup } = useMe()
  return (
    <>
      {isAdmin ? <ForHousehold /> : needsProviderSetup && <ConnectRow />}
      {!isInstalled() && <SettingRow title={texts.install} hint={isIos() ? texts.installIos : texts.installOther} />}
      <SettingRow title={texts.reminders} hint={texts.remindersHint}>
        <a class="button" href="/account">
          {calendars.toAccount}
        </a>
      </SettingRow>
      <a class="button primary" href="/">
        {texts.toCalendar}
      </a>
    </>
  )
}

function ForHousehold() {
  const { welcome } = useSecondaryText()
  const { next: texts, calendars } = welcome
  return (
    <>
      <SettingRow title={texts.invite} hint={texts.inviteHint}>
        <Invite />
      </SettingRow>
      <SettingRow title={texts.phones} hint={texts.phonesHint}>
        <QrCode text={location.origin} label={texts.qr(location.host)} />
      </SettingRow>
      <SettingRow title={texts.display} hint={texts.displayHint}>
        <a class="button" href="/admin">
          {calendars.toHousehold}
        </a>
      </SettingRow>
    </>
  )
}
