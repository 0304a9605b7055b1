import { useState } from 'preact/hooks'
import { useMe } from '../../data/session'
import { SettingRow } from '../../forms/section'
import { useSecondaryText } from '../../i18n/secondary'
import { Button } from '../../ui/button'
import { lazyDialog, lazyExtra } from '../../ui/lazy'
import { ConnectRow } from './connect-row'

const HolidaySwitch = lazyExtra(() => import('../../forms/holiday-switch'))
const VisibilityQuestion = lazyDialog(() => import('../../forms/visibility-question'))

/** Whether the own calendar is connected; null: not yet. */
export function useCalendarsOutcome(): string | null {
  const { account } = useSecondaryText()
  return useMe().needsProviderSetup ? null : account.calendar.connected
}

/** Connects a calendar, or asks who sees it, and leads to where one is made everyone's. */
export function CalendarsStep({ onDone }: { onDone: () => void }) {
  const { account, setup, welcome } = useSecondaryText()
  const { calendars: texts } = welcome
  const { needsProviderSetup } = useMe()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {needsProviderSetup ? (
        <ConnectRow />
      ) : (
        <SettingRow title={texts.whoSees} hint={texts.whoSeesHint}>
          <Button onClick={() => setAsking(true)}>{account.calendars.decide}</Button>
        </SettingRow>
      )}
      <SettingRow title={texts.everyone} hint={texts.everyoneHint}>
        <a class="button" href="/admin">
          {texts.toHousehold}
        </a>
      </SettingRow>
      <HolidaySwitch />
      <Button kind="primary" onClick={onDone}>
        {setup.next}
      </Button>
      {isAsking && <VisibilityQuestion onClose={() => setAsking(false)} />}
    </>
  )
}
