import { useState } from 'preact/hooks'
import { useFields } from '../data/unfinished'
import { useSecondaryText } from '../i18n/secondary'
import {
  type CredentialBody,
  connectMessages,
  credentialOf,
  credentialProblems,
  draftOf,
  EMPTY_CREDENTIAL,
} from './credential'
import { CredentialFields, KnownAccount } from './credential-fields'
import { FormDialog } from './form-dialog'
import { useProblems } from './problems'
import { useSubmit } from './submit'

interface CredentialDialogProps {
  /** Whose account it is: what is typed is kept under that name. */
  whose: string
  title: string
  /** The account that is connected already: then the password alone is asked for. */
  known?: { username: string; serverUrl: string | null } | null
  /** Sends the account to the service, which asks the calendar server. */
  send: (body: CredentialBody) => Promise<unknown>
  onConnected: () => void
  onClose: () => void
}

/** Asks for a calendar account and says what is wrong with it. */
export function CredentialDialog({ whose, title, known = null, send, onConnected, onClose }: CredentialDialogProps) {
  const { settings } = useSecondaryText()
  const {
    fields: draft,
    change,
    offer,
  } = useFields(`calendar-account-${whose}`, known === null ? EMPTY_CREDENTIAL : draftOf(known), {
    nameOf: ({ email = '' }) => email.trim(),
    secrets: ['appPassword'],
  })
  const [isKnown, setKnown] = useState(known !== null)
  const { problems, check } = useProblems(credentialProblems(draft, settings))
  const { isBusy, error, submit } = useSubmit(connectMessages(draft, settings))

  const connect = async () => {
    if (!check()) return
    if (!(await submit(() => send(credentialOf(draft))))) return
    offer.finish()
    onConnected()
  }

  return (
    <FormDialog
      title={title}
      action={settings.connect}
      isBusy={isBusy}
      error={error}
      {...(!isKnown && { offer })}
      onSubmit={() => void connect()}
      onClose={onClose}
    >
      {isKnown && known !== null ? (
        <KnownAccount
          username={known.username}
          draft={draft}
          onChange={change}
          problems={problems}
          onOther={() => setKnown(false)}
        />
      ) : (
        <CredentialFields draft={draft} onChange={change} problems={problems} />
      )}
      {isBusy && (
        <p class="hint" role="status">
          {settings.checking}
        </p>
      )}
    </FormDialog>
  )
}
