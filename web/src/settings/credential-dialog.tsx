import { useState } from 'preact/hooks'
import { useSeldomText } from '../i18n/seldom'
import { type CredentialBody, type CredentialProblem, credentialOf, EMPTY_CREDENTIAL, problemsOf } from './credential'
import { CredentialFields } from './credential-fields'
import { focusFirstProblem } from './focus-problem'
import { FormDialog } from './form-dialog'
import { useSubmit } from './submit'

interface CredentialDialogProps {
  title: string
  /** Sends the account to the service, which asks the calendar server. */
  send: (body: CredentialBody) => Promise<unknown>
  onConnected: () => void
  onClose: () => void
}

/** Asks for a calendar account and says what is wrong with it. */
export function CredentialDialog({ title, send, onConnected, onClose }: CredentialDialogProps) {
  const { settings } = useSeldomText()
  const [draft, setDraft] = useState(EMPTY_CREDENTIAL)
  const [problems, setProblems] = useState<CredentialProblem[]>([])
  const { isBusy, error, submit } = useSubmit({ 400: settings.accountRefused, 503: settings.serverUnreachable })

  const connect = async () => {
    const found = problemsOf(draft)
    setProblems(found)
    if (found.length > 0) return focusFirstProblem()
    if (await submit(() => send(credentialOf(draft)))) onConnected()
  }

  return (
    <FormDialog
      title={title}
      action={settings.connect}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void connect()}
      onClose={onClose}
    >
      <CredentialFields draft={draft} onChange={setDraft} problems={problems} />
      {isBusy && (
        <p class="hint" role="status">
          {settings.checking}
        </p>
      )}
    </FormDialog>
  )
}
