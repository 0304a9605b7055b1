import { useState } from 'preact/hooks'
import { ApiError } from '../data/http'
import { forget, useKeptFields } from '../data/unfinished'
import { type CredentialProblem, credentialOf, EMPTY_CREDENTIAL, problemsOf } from '../forms/credential'
import { CredentialFields } from '../forms/credential-fields'
import { FormError } from '../forms/form-dialog'
import { LocalAccountFields, type LocalAccountProblems, localAccountProblems } from '../forms/local-account-fields'
import { useSubmit } from '../forms/submit'
import { focusFirstProblem } from '../forms/validation'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { SwitchField } from '../ui/field'
import { Form } from '../ui/form'
import * as api from './api'

/** What the first person signs in with; kept in memory only, to let them in at the end. */
export interface SignInMessages {
  username: string
  password: string
}

const PERSON = 'setup-person'
const CALENDAR = 'setup-calendar'
const NOBODY = { displayName: '', username: '', initialPassword: '' }

interface AdminStepProps {
  /** Nobody could come in without a name and a password. */
  needsLocalAccount: boolean
  onDone: (signIn: SignInMessages | null) => void
}

/** The first person, with their calendar. */
export function AdminStep({ needsLocalAccount, onDone }: AdminStepProps) {
  const { setup, settings } = useSecondaryText()
  const { admin: texts } = setup
  const [wantsLocal, setWantsLocal] = useState(needsLocalAccount)
  const [local, setLocal] = useKeptFields(PERSON, NOBODY, ['initialPassword'])
  const [localProblems, setLocalProblems] = useState<LocalAccountProblems>({})
  const [credential, setCredential] = useKeptFields(CALENDAR, EMPTY_CREDENTIAL, ['appPassword'])
  const [credentialProblems, setCredentialProblems] = useState<CredentialProblem[]>([])
  const [isThere, setThere] = useState(false)
  const words = { 400: settings.accountRefused, 423: setup.finished.title, 503: settings.serverUnreachable }
  const { isBusy, error, submit } = useSubmit(words)

  const create = async () => {
    const found = wantsLocal ? localAccountProblems(local, settings) : {}
    const foundInCredential = problemsOf(credential)
    setLocalProblems(found)
    setCredentialProblems(foundInCredential)
    if (Object.keys(found).length > 0 || foundInCredential.length > 0) return focusFirstProblem()
    const account = { ...local, displayName: local.displayName.trim(), username: local.username.trim() }
    await submit(async () => {
      const outcome = await createOnce({ ...(wantsLocal && account), ...credentialOf(credential) })
      for (const form of [PERSON, CALENDAR]) forget(form)
      if (outcome === 'exists') setThere(true)
      else onDone(wantsLocal ? { username: account.username, password: account.initialPassword } : null)
    })
  }

  if (isThere) {
    return (
      <>
        <p class="notice" role="status">
          <strong>{texts.existsTitle}.</strong> {texts.exists}
        </p>
        <Button kind="primary" onClick={() => onDone(null)}>
          {setup.next}
        </Button>
      </>
    )
  }
  return (
    <Form class="setup-form" onSubmit={() => void create()}>
      <p>{texts.explain}</p>
      {!needsLocalAccount && <SwitchField label={texts.alsoLocal} checked={wantsLocal} onChange={setWantsLocal} />}
      {wantsLocal && <LocalAccountFields draft={local} onChange={setLocal} problems={localProblems} />}
      <CredentialFields draft={credential} onChange={setCredential} problems={credentialProblems} />
      <FormError>{error}</FormError>
      {isBusy && (
        <p class="hint" role="status">
          {settings.checking}
        </p>
      )}
      <Button type="submit" kind="primary" busy={isBusy}>
        {texts.create}
      </Button>
    </Form>
  )
}

/** Creates the first person; that somebody else was there before is no failure. */
async function createOnce(body: api.FirstAdmin): Promise<'created' | 'exists'> {
  try {
    await api.createFirstAdmin(body)
    return 'created'
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return 'exists'
    throw error
  }
}
