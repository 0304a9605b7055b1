import { useState } from 'preact/hooks'
import { MAX_PASSWORD_LENGTH } from '../../../src/platform/limits'
import type { ApiError } from '../data/http'
import { lastMember } from '../data/last-member'
import { canSignIn } from '../data/sign-in'
import { FormDialog } from '../forms/form-dialog'
import { NewPasswordField } from '../forms/new-password-field'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { isLongEnough } from '../forms/validation'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { TextField } from '../ui/field'
import { showToast } from '../ui/toast'
import * as api from './api'

/** Asks for the present and the new password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { common } = useText()
  const { account, settings } = useSecondaryText()
  const { signIn } = account
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const username = lastMember()?.username ?? ''
  const { problems, check } = useProblems({
    current: current === '' && signIn.needCurrent,
    next: !isLongEnough(next) && settings.passwordTooShort,
  })
  const { isBusy, error, submit } = useSubmit({ 403: signIn.wrong, 400: settings.passwordTooShort })

  const change = () =>
    api.changePassword({ currentPassword: current, newPassword: next }).catch(async (error: ApiError) => {
      // It may be changed, which has ended this session, too: the new password begins another.
      if (!error.isTransient || !(await canSignIn({ username, password: next }))) throw error
    })
  const save = async () => {
    if (!check()) return
    if (!(await submit(change))) return
    showToast({ text: signIn.changed })
    onClose()
  }

  return (
    <FormDialog
      title={signIn.change}
      action={common.save}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {/* Password managers look for the user name. */}
      <input type="text" name="username" autocomplete="username" value={username} readOnly hidden />
      <TextField
        label={signIn.current}
        type="password"
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={current}
        onInput={setCurrent}
        error={problems.current}
        autoFocus
      />
      <NewPasswordField value={next} onInput={setNext} error={problems.next} />
    </FormDialog>
  )
}
