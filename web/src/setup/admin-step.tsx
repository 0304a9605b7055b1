import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { newAppPassword } from '../data/home-account'
import { isStatus } from '../data/http'
import { canSignIn } from '../data/sign-in'
import type { HomeSignIn } from '../data/types'
import { forget, useKeptFields } from '../data/unfinished'
import { connectMessages, credentialOf, credentialProblems, EMPTY_CREDENTIAL } from '../forms/credential'
import { CredentialFields } from '../forms/credential-fields'
import { FormError } from '../forms/form-dialog'
import { LocalAccountFields, localAccountProblems } from '../forms/local-account-fields'
import { PhoneAccess } from '../forms/phone-access'
import { useProblems } from '../forms/problems'
import { Loaded } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { SwitchField } from '../ui/field'
import { Form } from '../ui/form'
import * as api from './api'
import { ChoiceCard } from './choice-card'
import { takeFocus } from './take-focus'

/** What the first person signs in with; kept in memory only, to let them in at the end. */
export interface SignIn {
  username: string
  password: string
}

const PERSON = 'setup-person'
const CALENDAR = 'setup-calendar'
const NOBODY = { displayName: '', username: '', initialPassword: '' }

interface AdminStepProps {
  /** Nobody could come in without a name and a password. */
  needsLocalAccount: boolean
  /** The person is there, whatever becomes of this page. */
  onMade: () => void
  onDone: (signIn: SignIn | null) => void
}

/** The first person, with their calendar. */
export function AdminStep(props: AdminStepProps) {
  return <Loaded query={api.homeQuery}>{(hasHome) => <PersonForm {...props} hasHome={hasHome} />}</Loaded>
}

/** Where the first person's calendar is. */
type Place = 'here' | 'elsewhere'

function PersonForm({ needsLocalAccount, hasHome, onMade, onDone }: AdminStepProps & { hasHome: boolean }) {
  const { home, setup, settings } = useSecondaryText()
  const { admin: texts } = setup
  const [place, setPlace] = useState<Place>(hasHome ? 'here' : 'elsewhere')
  const [opened, setOpened] = useState<HomeSignIn | null>(null)
  const [wantsLocal, setWantsLocal] = useState(needsLocalAccount)
  const [local, setLocal] = useKeptFields(PERSON, NOBODY, ['initialPassword'])
  const [credential, setCredential] = useKeptFields(CALENDAR, EMPTY_CREDENTIAL, ['appPassword'])
  const [isThere, setThere] = useState(false)
  // Whoever comes through the provider has no name here that an account could have.
  const isKeptHere = hasHome && wantsLocal && place === 'here'
  const ofLocal = useProblems(wantsLocal ? localAccountProblems(local, settings) : {})
  const ofCredential = useProblems(isKeptHere ? {} : credentialProblems(credential, settings))
  const { isBusy, error, submit } = useSubmit({
    423: setup.finished.title,
    ...(isKeptHere ? { 422: home.none, 503: home.down } : connectMessages(credential, settings)),
  })

  const create = async () => {
    // Both say what is wrong with them.
    if ([ofLocal.check(), ofCredential.check()].includes(false)) return
    const account = { ...local, displayName: local.displayName.trim(), username: signIn.username }
    await submit(async () => {
      const made = await (isKeptHere
        ? api.createFirstAdminAtHome(account)
        : api.createFirstAdmin({ ...(wantsLocal && account), ...credentialOf(credential) })
      ).catch(whoIsThere)
      for (const form of [PERSON, CALENDAR]) forget(form)
      onMade()
      if (made === 'exists') setThere(true)
      else if ('appPassword' in made) setOpened(made)
      else done()
    })
  }
  const signIn = { username: local.username.trim(), password: local.initialPassword }
  const done = () => onDone(wantsLocal ? signIn : null)

  /** The person whose answer was lost, with another app password; or somebody else, which is no failure. */
  const whoIsThere = async (error: unknown) => {
    if (!isStatus(error, 409, 423)) throw error
    if (wantsLocal && (await canSignIn(signIn))) return isKeptHere ? newAppPassword() : ({ ok: true } as const)
    if (error.status === 409) return 'exists'
    api.lookWhetherClosed()
    throw error
  }

  if (opened !== null) return <MadeAccount signIn={opened} onNext={done} />
  if (isThere) return <AlreadyThere onNext={() => onDone(null)} />
  return (
    <Form class="setup-form" onSubmit={() => void create()}>
      <p>{texts.explain}</p>
      {!needsLocalAccount && <SwitchField label={texts.alsoLocal} checked={wantsLocal} onChange={setWantsLocal} />}
      {wantsLocal && <LocalAccountFields draft={local} onChange={setLocal} problems={ofLocal.problems} />}
      {hasHome && wantsLocal && <PlaceChoice place={place} onPick={setPlace} />}
      {!isKeptHere && <CredentialFields draft={credential} onChange={setCredential} problems={ofCredential.problems} />}
      <FormError>{error}</FormError>
      {isBusy && (
        <p class="hint" role="status">
          {isKeptHere ? home.making : settings.checking}
        </p>
      )}
      <Button type="submit" kind="primary" busy={isBusy}>
        {isKeptHere ? home.create : texts.create}
      </Button>
    </Form>
  )
}

/** Asks where the calendar is to be. */
function PlaceChoice({ place, onPick }: { place: Place; onPick: (place: Place) => void }) {
  const { home } = useSecondaryText()
  const card = (of: Place) => ({ name: 'place', checked: place === of, onPick: () => onPick(of) })
  return (
    <fieldset class="choices">
      <legend class="label">{home.question}</legend>
      <ChoiceCard label={home.keep} hint={home.keepHint} {...card('here')} />
      <ChoiceCard label={home.elsewhere} hint={home.elsewhereHint} {...card('elsewhere')} />
    </fieldset>
  )
}

/** Shows once how a phone connects to the account that was made here. */
function MadeAccount({ signIn, onNext }: { signIn: HomeSignIn; onNext: () => void }) {
  const { home, setup } = useSecondaryText()
  return (
    <>
      <Arrived>
        <strong>{home.made}</strong> {home.phone.later}
      </Arrived>
      <PhoneAccess signIn={signIn} hasProfile={false} />
      <Button kind="primary" onClick={onNext}>
        {setup.next}
      </Button>
    </>
  )
}

/** Says that somebody else was there before. */
function AlreadyThere({ onNext }: { onNext: () => void }) {
  const { setup } = useSecondaryText()
  return (
    <>
      <Arrived>
        <strong>{setup.admin.existsTitle}.</strong> {setup.admin.exists}
      </Arrived>
      <Button kind="primary" onClick={onNext}>
        {setup.next}
      </Button>
    </>
  )
}

/** A sentence that takes the focus of the button that was pressed, which is gone. */
function Arrived({ children }: { children: ComponentChildren }) {
  return (
    <p class="notice" role="status" tabIndex={-1} ref={takeFocus}>
      {children}
    </p>
  )
}
