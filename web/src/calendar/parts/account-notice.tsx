import type { CalendarAccount } from '../../data/types'
import { seldomTexts, useSeldomText } from '../../i18n/seldom'
import { useAccountWords } from '../../settings/account-state'
import { RefusedWrites } from '../../settings/refused-writes'
import { CloudOff } from '../../ui/icons'

await seldomTexts

/** What is the matter with the member's own calendar account, and the way to mend it. */
export default function AccountNotice({ account }: { account: CalendarAccount }) {
  const { calendar } = useSeldomText().account
  const { title, hint } = useAccountWords()(account)
  const isRefused = account.state === 'refused'
  if (!isRefused && account.state !== 'failing') return <RefusedWrites />
  return (
    <div class="area-note" role="status">
      <CloudOff aria-hidden="true" />
      <p>
        <b>{title}</b> {hint}
      </p>
      {isRefused && (
        <a class="button primary" href="/account?reconnect">
          {calendar.change}
        </a>
      )}
    </div>
  )
}
