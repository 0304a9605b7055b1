import { useState } from 'preact/hooks'
import { queries, useQuery } from '../data/queries'
import { useMe } from '../data/session'
import { signOut } from '../data/sign-out'
import { FormError } from '../forms/form-dialog'
import { Section, SettingRow } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { currentPlace } from '../router'
import { Button } from '../ui/button'
import { confirm } from '../ui/confirm'
import * as api from './api'
import { PasswordDialog } from './password-dialog'

/** Password, identity provider, signing out. */
export function SigningIn() {
  const { signIn } = useSecondaryText().account
  const { hasLocalCredential } = useMe()
  const { data: mode } = useQuery(queries.authMode)
  const [isChanging, setChanging] = useState(false)

  return (
    <Section title={signIn.title}>
      {hasLocalCredential ? (
        <SettingRow title={signIn.password}>
          <Button onClick={() => setChanging(true)}>{signIn.change}</Button>
        </SettingRow>
      ) : (
        <SettingRow title={signIn.viaProvider} />
      )}
      {hasLocalCredential && mode?.oidcEnabled && <LinkRow />}
      <div>
        <Button onClick={() => void signOut()}>{signIn.signOut}</Button>
      </div>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </Section>
  )
}

/** Links the account to the identity provider. */
function LinkRow() {
  const { signIn } = useSecondaryText().account
  const { isBusy, error, setError, submit } = useSubmit({ 503: signIn.linkDown })

  const link = async () => {
    const isSure = await confirm({ title: signIn.linkTitle, body: signIn.linkBody, action: signIn.linkGo })
    if (!isSure) return
    const { path } = currentPlace()
    await submit(async () => {
      const { authorizationUrl } = await api.linkProvider()
      if (authorizationUrl === null) setError(signIn.linkMissing)
      // Whoever has left meanwhile stays there.
      else if (currentPlace().path === path) location.assign(authorizationUrl)
    })
  }

  return (
    <>
      <SettingRow title={signIn.provider}>
        <Button busy={isBusy} onClick={() => void link()}>
          {signIn.link}
        </Button>
      </SettingRow>
      <FormError>{error}</FormError>
    </>
  )
}
