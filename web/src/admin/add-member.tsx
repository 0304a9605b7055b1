import { useState } from 'preact/hooks'
import { refresh } from '../data/queries'
import { useSeldomText } from '../i18n/seldom'
import { focusFirstProblem } from '../settings/focus-problem'
import { FormDialog } from '../settings/form-dialog'
import { LocalAccountFields, type LocalAccountProblems, localAccountProblems } from '../settings/local-account-fields'
import { useSubmit } from '../settings/submit'
import { showToast } from '../ui/toast'
import * as api from './api'

/** Asks for a new member's name, and the name and password to sign in with. */
export function AddMember({ onClose }: { onClose: () => void }) {
  const { admin, settings } = useSeldomText()
  const [draft, setDraft] = useState({ displayName: '', username: '', initialPassword: '' })
  const [problems, setProblems] = useState<LocalAccountProblems>({})
  const { isBusy, error, submit } = useSubmit({ 409: settings.usernameTaken })

  const add = async () => {
    const found = localAccountProblems(draft, settings)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstProblem()
    const body = { ...draft, displayName: draft.displayName.trim(), username: draft.username.trim() }
    if (!(await submit(() => api.addMember(body)))) return
    refresh(['admin'])
    showToast({ text: admin.members.added(body.displayName) })
    onClose()
  }

  return (
    <FormDialog
      title={admin.members.addTitle}
      action={admin.members.add}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <LocalAccountFields draft={draft} onChange={setDraft} problems={problems} isForOther />
      <p class="hint">{admin.members.tellThem}</p>
    </FormDialog>
  )
}
