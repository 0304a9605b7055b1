import { useSigninText } from '../i18n/signin'

interface StayProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether the device is to stay signed in, whichever way in is taken. */
export function Stay({ checked, onChange }: StayProps) {
  const signin = useSigninText()
  return (
    <label class="signin-stay">
      <input
        type="checkbox"
        name="remember"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {signin.stay}
    </label>
  )
}
