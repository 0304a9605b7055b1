import type { CalendarAccount } from '../data/types'
import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { CloudOff } from '../ui/icons'
import { useAccountMessage } from './account-state'
import { RefusedWrites } from './refused-writes'

needs(secondaryTexts)

/** What is the matter with the member's own calendar account, and the way to mend it. */
export default function AccountNotice({ account }: { account: CalendarAccount }) {
  const { calendar } = useSecondaryText().account
  const { title, hint } = useAccountMessage()(account)
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
