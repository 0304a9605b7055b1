import { useEffect } from 'preact/hooks'
import { accountChanged, accountQuery } from '../data/calendar-account'
import { onSyncStatus } from '../data/live'
import { useQuery } from '../data/queries'
import { useStore } from '../lib/store'
import { failedCount } from '../outbox/pending'
import { lazyExtra } from '../ui/lazy'

const AccountNotice = lazyExtra(() => import('./account-notice'))

/** An account that cannot be read, or has not taken what was written, says so wherever its owner looks. */
export default function AccountWatch() {
  const { data: account } = useQuery(accountQuery)
  const failed = useStore(failedCount)
  useEffect(() => onSyncStatus(accountChanged), [])
  // A write that fails or is given up changes the account as well.
  useEffect(accountChanged, [failed])
  if (!account || (account.state === 'ok' && account.waitingWrites === 0)) return null
  return <AccountNotice account={account} />
}
