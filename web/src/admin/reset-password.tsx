import { useState } from 'preact/hooks'
import { FormDialog } from '../forms/form-dialog'
import { NewPasswordField } from '../forms/new-password-field'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { isLongEnough } from '../forms/validation'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { showToast } from '../ui/toast'
import type { AdminMember } from './api'
import * as api from './api'

interface MemberDialogProps {
  member: AdminMember
  name: string
  onClose: () => void
}

export function ResetPassword({ member, name, onClose }: MemberDialogProps) {
  const { common } = useText()
  const { admin, settings } = useSecondaryText()
  const { members } = admin
  const [password, setPassword] = useState('')
  const { problems, check } = useProblems({ password: !isLongEnough(password) && settings.passwordTooShort })
  const { isBusy, error, submit } = useSubmit({ 400: settings.passwordTooShort, 404: members.gone })

  const save = async () => {
    if (!check()) return
    if (!(await submit(() => api.resetPassword(member.id, password)))) return
    showToast({ text: members.wasReset(name) })
    onClose()
  }

  return (
    <FormDialog
      title={members.resetTitle(name)}
      action={common.save}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NewPasswordField value={password} onInput={setPassword} error={problems.password} autoFocus />
      <p class="hint">{members.resetHint}</p>
    </FormDialog>
  )
}
