import { useState } from 'preact/hooks'
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH } from '../../../src/platform/limits'
import { isSigningOut } from '../data/anonymous'
import * as api from '../data/api'
import { ApiError } from '../data/http'
import { pageOwner } from '../data/owner'
import { queries, useQuery } from '../data/queries'
import { signedIn } from '../data/session'
import { finishSignOut } from '../data/sign-out'
import { useText } from '../i18n'
import { signinTexts, useSigninText } from '../i18n/signin'
import { Brand } from '../shell/brand'
import { useRedirectError } from '../shell/redirect-error'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { type Refusal, refusalOf, useRefusalText } from './refusal'

await signinTexts()

/** The way in: name and password, or the identity provider where there is one. */
export default function SignIn() {
  const { common } = useText()
  const signin = useSigninText()
  const { data: mode } = useQuery(queries.authMode)
  const { data: setup } = useQuery(queries.setupStatus)
  const redirectError = useRedirectError()
  const [hasLostSession] = useState(() => pageOwner() !== null && !isSigningOut())
  const notice = redirectError ?? (hasLostSession ? signin.signedOut : null)
  return (
    <main id="main" class="signin">
      <div class="signin-box">
        <header>
          <Brand />
          <p>{common.appName}</p>
          <h1>{signin.title}</h1>
        </header>
        {notice && (
          <p class="notice warn" role="status">
            {notice}
          </p>
        )}
        {mode?.oidcEnabled && (
          <>
            <a class="button primary wide" href="/api/login" onClick={(event) => void leaveFor(event)}>
              {signin.withProvider}
            </a>
            <p class="signin-or">{signin.or}</p>
          </>
        )}
        <LocalForm isOnlyWay={mode?.oidcEnabled !== true} />
        {setup?.setupComplete === false && (
          <a class="button quiet wide" href="/setup">
            {signin.setUp}
          </a>
        )}
      </div>
    </main>
  )
}

/** Ends a session that is still signing out: the provider's redirect would otherwise sign it in again. */
async function leaveFor(event: MouseEvent & { currentTarget: HTMLAnchorElement }) {
  if (!isSigningOut()) return
  event.preventDefault()
  const { href } = event.currentTarget
  await finishSignOut()
  location.assign(href)
}

function LocalForm({ isOnlyWay }: { isOnlyWay: boolean }) {
  const signin = useSigninText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const refusalText = useRefusalText(refusal)

  const submit = async () => {
    if (isBusy) return
    if (username.trim() === '' || password === '') return setRefusal({ kind: 'incomplete' })
    setBusy(true)
    setRefusal(null)
    try {
      await finishSignOut()
      await api.session.signIn({ username: username.trim(), password })
      await signedIn()
    } catch (error) {
      setPassword('')
      setRefusal(refusalOf(error instanceof ApiError ? error : null))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form class="signin-form" onSubmit={() => void submit()}>
      <TextField
        label={signin.username}
        name="username"
        autoComplete="username"
        maxLength={MAX_USERNAME_LENGTH}
        value={username}
        onInput={setUsername}
      />
      <TextField
        label={signin.password}
        type="password"
        name="password"
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={password}
        onInput={setPassword}
      />
      <p class="error" role="alert">
        {refusalText}
      </p>
      <button type="submit" class={`button wide ${isOnlyWay ? 'primary' : ''}`} aria-busy={isBusy || undefined}>
        {signin.submit}
      </button>
    </Form>
  )
}
