import { MAX_PASSWORD_LENGTH } from '../../../src/platform/limits'
import { useSecondaryText } from '../i18n/secondary'
import { TextField } from '../ui/field'

interface NewPasswordFieldProps {
  label?: string
  value: string
  onInput: (password: string) => void
  error?: string | false | undefined
  autoFocus?: boolean
}

/** Where a password is chosen: says how long it has to be until it is too short. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { settings } = useSecondaryText()
  return (
    <TextField
      label={settings.newPassword}
      type="password"
      autoComplete="new-password"
      maxLength={MAX_PASSWORD_LENGTH}
      hint={props.error ? undefined : settings.passwordRule}
      {...props}
    />
  )
}
