import { useEffect, useState } from 'preact/hooks'
import { accountChanged, accountQuery } from '../data/calendar-account'
import { homeAccountQuery, openHomeAccount } from '../data/home-account'
import { ownCalendars } from '../data/own-calendars'
import { queries, refresh, useQuery } from '../data/queries'
import type { CalendarAccount as Account, HomeAccount, HomeSignIn } from '../data/types'
import { useAccountMessage } from '../forms/account-state'
import { CredentialDialog } from '../forms/credential-dialog'
import { FormError } from '../forms/form-dialog'
import { RefusedWrites } from '../forms/refused-writes'
import { Loaded, Section, SettingRow } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { currentPlace, navigate } from '../router'
import { Button } from '../ui/button'
import { lazyDialog } from '../ui/lazy'
import { showToast } from '../ui/toast'
import * as api from './api'

const VisibilityQuestion = lazyDialog(() => import('../forms/visibility-question'))
const ConnectPhone = lazyDialog(() => import('./connect-phone'))
const NewCalendar = lazyDialog(() => import('./new-calendar'))

/** The account where the member's events are kept. */
export function CalendarAccount() {
  const { calendar } = useSecondaryText().account
  // Asked beside the other, not after it.
  useQuery(homeAccountQuery)
  return (
    <Section title={calendar.title}>
      <Loaded query={accountQuery}>
        {(account) => (
          <Loaded query={homeAccountQuery}>{(home) => <Connection account={account} home={home} />}</Loaded>
        )}
      </Loaded>
    </Section>
  )
}

interface ConnectionProps {
  /** Null: there is none yet. */
  account: Account | null
  home: HomeAccount
}

/** How it is doing, connecting it or a new one, and connecting a phone to one that is kept here. */
function Connection({ account, home }: ConnectionProps) {
  const { account: texts, home: homeTexts } = useSecondaryText()
  const { calendar } = texts
  const isKeptHere = home.username !== null
  const mayBeKeptHere = account === null && home.available
  const asksToReconnect = useAsksToReconnect()
  const [isOpen, setOpen] = useState(asksToReconnect && !mayBeKeptHere && !isKeptHere)
  const [isAsking, setAsking] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [phone, setPhone] = useState<{ signIn: HomeSignIn | null } | null>(null)
  const { isBusy, error, submit } = useSubmit({ 409: homeTexts.already, 422: homeTexts.none, 503: homeTexts.down })
  const words = useConnectionMessage()(account, home)
  const isUrgent = account === null || account.state === 'refused'

  const changed = () => {
    for (const { queryKey } of [queries.me, queries.writableCalendars, ownCalendars, homeAccountQuery]) {
      refresh(queryKey)
    }
    refresh(queries.events.queryKey)
    accountChanged()
  }
  const connected = () => {
    setOpen(false)
    setAsking(account === null)
    changed()
    showToast({ text: calendar.done })
  }
  const keepHere = () =>
    submit(async () => {
      setPhone({ signIn: await openHomeAccount() })
      changed()
    })

  const connect = (
    <Button kind={isUrgent && !mayBeKeptHere && !isKeptHere ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
      {labelOfConnect()}
    </Button>
  )
  return (
    <>
      <SettingRow {...words}>{!mayBeKeptHere && connect}</SettingRow>
      {mayBeKeptHere && (
        <>
          <div class="setting-buttons">
            <Button kind="primary" busy={isBusy} onClick={() => void keepHere()}>
              {homeTexts.keep}
            </Button>
            {connect}
          </div>
          <FormError>{error}</FormError>
        </>
      )}
      {isKeptHere && (
        <SettingRow title={homeTexts.phone.onPhone} hint={homeTexts.phone.onPhoneHint}>
          <Button kind={isUrgent ? 'primary' : 'plain'} onClick={() => setPhone({ signIn: null })}>
            {homeTexts.phone.title}
          </Button>
        </SettingRow>
      )}
      {isKeptHere && (
        <SettingRow title={homeTexts.another.title} hint={homeTexts.another.hint}>
          <Button onClick={() => setAdding(true)}>{homeTexts.another.add}</Button>
        </SettingRow>
      )}
      {account !== null && account.state !== 'refused' && <RefusedWrites />}
      {isOpen && (
        <CredentialDialog
          whose="own"
          title={calendar.dialog}
          known={isKeptHere ? null : account}
          send={api.connectCalendar}
          onConnected={connected}
          onClose={() => setOpen(false)}
        />
      )}
      {phone !== null && (
        <ConnectPhone
          signIn={phone.signIn}
          onChanged={changed}
          onClose={() => {
            setPhone(null)
            setAsking(phone.signIn !== null)
          }}
        />
      )}
      {isAdding && <NewCalendar onAdded={changed} onClose={() => setAdding(false)} />}
      {isAsking && <VisibilityQuestion onClose={() => setAsking(false)} />}
    </>
  )

  function labelOfConnect(): string {
    if (account === null) return calendar.connect
    return isKeptHere ? homeTexts.otherAccount : calendar.change
  }
}

/** The state of the account as a title and a hint. */
function useConnectionMessage() {
  const { account: texts, home: homeTexts } = useSecondaryText()
  const { calendar } = texts
  const wordsOf = useAccountMessage()
  return (account: Account | null, { available, username }: HomeAccount) => {
    if (account === null) {
      return { title: calendar.missing, hint: available ? homeTexts.explainMissing : calendar.missingHint }
    }
    const words = wordsOf(account)
    if (username === null) return words
    if (account.state === 'refused') return { ...words, hint: homeTexts.refusedHint }
    return account.state === 'ok' ? { ...words, hint: homeTexts.keptAs(username) } : words
  }
}

/** Whether somebody comes from a notice that said so: `/account?reconnect`. */
function useAsksToReconnect(): boolean {
  const [asks] = useState(() => currentPlace().query.has('reconnect'))
  useEffect(() => {
    if (asks) navigate('/account', { replace: true })
  }, [asks])
  return asks
}
