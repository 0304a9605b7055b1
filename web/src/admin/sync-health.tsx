import * as dataApi from '../data/api'
import { FormError } from '../forms/form-dialog'
import { useMomentText } from '../forms/moment'
import { Loaded, Section } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { Check, RefreshCw, TriangleAlert } from '../ui/icons'
import { showToast } from '../ui/toast'
import type { SyncHealth as Health } from './api'
import { adminQueries, refreshAdmin } from './queries'
import { reasonOf } from './sync-reason'

/** The state of every calendar and its server. */
export function SyncHealth() {
  const { sync } = useSecondaryText().admin
  const { isBusy, error, submit } = useSubmit()

  const check = () =>
    submit(async () => {
      await dataApi.events.refresh()
      refreshAdmin()
      showToast({ text: sync.asked })
    })

  return (
    <Section
      title={sync.title}
      action={
        <Button busy={isBusy} onClick={() => void check()}>
          <RefreshCw aria-hidden="true" />
          {sync.checkNow}
        </Button>
      }
    >
      <Loaded query={adminQueries.sync}>{(health) => <Rows health={health} />}</Loaded>
      <FormError>{error}</FormError>
    </Section>
  )
}

function Rows({ health: { accounts, calendars } }: { health: Health }) {
  const { sync } = useSecondaryText().admin
  const accountsInTrouble = accounts.filter(({ lastError }) => lastError !== null)
  if (calendars.length === 0 && accountsInTrouble.length === 0) return <p class="notice">{sync.empty}</p>
  return (
    <ul class="rows">
      {accountsInTrouble.map((account) => (
        <AccountRow key={account.memberId} account={account} />
      ))}
      {calendars.map((calendar) => (
        <CalendarRow
          key={calendar.id}
          calendar={calendar}
          isAccountInTrouble={accountsInTrouble.some(({ memberId }) => memberId === calendar.ownerId)}
        />
      ))}
    </ul>
  )
}

/** An account that cannot be read at all: its calendars do not show that. */
function AccountRow({ account }: { account: Health['accounts'][number] }) {
  const { common } = useText()
  const { sync } = useSecondaryText().admin
  const timeOf = useMomentText()
  return (
    <li class="sync-row trouble">
      <TriangleAlert aria-hidden="true" />
      <div>
        <strong>{sync.account(account.displayName ?? common.someone)}</strong>
        <p>{sync.reasons[reasonOf(account.lastError ?? '')]}</p>
        <p class="hint">{sync.nextTry(timeOf(account.nextTryAt))}</p>
      </div>
    </li>
  )
}

interface CalendarRowProps {
  calendar: Health['calendars'][number]
  /** While its account fails, a calendar is not read, whatever its own last result. */
  isAccountInTrouble: boolean
}

function CalendarRow({ calendar, isAccountInTrouble }: CalendarRowProps) {
  const { common } = useText()
  const { sync } = useSecondaryText().admin
  const timeOf = useMomentText()
  const { lastError, lastSyncedAt, outbox, skippedObjects } = calendar
  const whose = calendar.isShared ? sync.everyone : (calendar.ownerName ?? common.someone)
  const notSaved = outbox.failed + outbox.dead
  const isUnread = lastError !== null || isAccountInTrouble
  const isTrouble = isUnread || notSaved > 0
  const notes = [
    lastReadText(),
    ...(lastError === null ? [] : [sync.nextTry(timeOf(calendar.nextTryAt))]),
    ...(outbox.pending > 0 ? [sync.pending(outbox.pending)] : []),
    ...(skippedObjects > 0 ? [sync.skipped(skippedObjects)] : []),
  ]

  function lastReadText(): string {
    if (lastSyncedAt === null) return sync.waiting
    return (isUnread ? sync.lastRead : sync.good)(timeOf(lastSyncedAt))
  }

  return (
    <li class={`sync-row ${isTrouble ? 'trouble' : ''}`}>
      {isTrouble ? <TriangleAlert aria-hidden="true" /> : <Check aria-hidden="true" />}
      <div>
        <p>
          <strong>{calendar.displayName}</strong> {whose !== calendar.displayName && <small>{whose}</small>}
        </p>
        {lastError !== null && <p>{sync.reasons[reasonOf(lastError)]}</p>}
        {notSaved > 0 && <p>{sync.failed(notSaved)}</p>}
        <p class="hint">{notes.join(' ')}</p>
      </div>
    </li>
  )
}
