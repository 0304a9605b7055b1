import { useState } from 'preact/hooks'
import { newAppPassword } from '../data/home-account'
import type { HomeSignIn } from '../data/types'
import { FormError } from '../forms/form-dialog'
import { PhoneAccess } from '../forms/phone-access'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'

interface ConnectPhoneProps {
  /** Of an account that was just made; null: its password is not known any more. */
  signIn: HomeSignIn | null
  /** The account has another password now. */
  onChanged: () => void
  onClose: () => void
}

/** How a phone connects to the calendar that is kept here. */
export default function ConnectPhone({ signIn: known, onChanged, onClose }: ConnectPhoneProps) {
  const { home } = useSecondaryText()
  const { phone: texts } = home
  const [signIn, setSignIn] = useState(known)
  const { isBusy, error, submit } = useSubmit({ 404: texts.gone, 422: home.none, 503: home.down })
  const make = () =>
    submit(async () => {
      setSignIn(await newAppPassword())
      onChanged()
    })
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        signIn === null ? (
          <Button kind="primary" busy={isBusy} onClick={() => void make()}>
            {texts.make}
          </Button>
        ) : (
          <Button kind="primary" onClick={(event) => closeDialog(event.currentTarget)}>
            {texts.done}
          </Button>
        )
      }
    >
      {signIn === null ? <p>{texts.explain}</p> : <PhoneAccess signIn={signIn} hasProfile />}
      <FormError>{error}</FormError>
    </Dialog>
  )
}
