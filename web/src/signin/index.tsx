import { needs } from '../lib/needs'
import '../lib/kept-place'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH } from '../../../src/platform/limits'
import { isSigningOut } from '../data/anonymous'
import * as api from '../data/api'
import { ApiError } from '../data/http'
import { lastMember } from '../data/last-member'
import { pageOwner } from '../data/owner'
import { queries, queryClient, useQuery } from '../data/queries'
import { signedIn } from '../data/sign-in'
import { finishSignOut } from '../data/sign-out'
import { useText } from '../i18n'
import { type SigninDictionary, signinTexts, useSigninText } from '../i18n/signin'
import { isInstalled } from '../lib/device'
import { soon } from '../lib/patience'
import { useUnsent } from '../outbox/unsent'
import { Brand } from '../shell/brand'
import { useRedirectError } from '../shell/redirect-error'
import { announce } from '../ui/announce'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { type Refusal, refusalOf, useRefusalText } from './refusal'
import { Stay } from './stay'

// A page that is drawn once it knows what it offers does not move; a service that hangs is not waited for.
needs(() =>
  Promise.all([
    signinTexts(),
    soon(Promise.all([queryClient.prefetchQuery(queries.authMode), queryClient.prefetchQuery(queries.setupStatus)])),
  ]),
)

/** The way in: name and password, or the identity provider where there is one. */
export default function SignIn() {
  const { common } = useText()
  const signin = useSigninText()
  const { data: mode } = useQuery(queries.authMode)
  const { data: setup } = useQuery(queries.setupStatus)
  const redirectError = useRedirectError()
  const [hasLostSession] = useState(() => pageOwner() !== null && !isSigningOut())
  const [last] = useState(lastMember)
  const unsent = useUnsent(pageOwner() ?? last?.id ?? null)
  const [isStaying, setStaying] = useState(isInstalled)
  const stay = <Stay checked={isStaying} onChange={setStaying} />
  // What a member's screen reader heard last is theirs alone.
  useEffect(() => announce(''), [])
  const notices = redirectError === null ? noticesOf(hasLostSession, unsent, signin) : [redirectError]
  return (
    <main id="main" class="signin">
      <div class="signin-box">
        <header>
          <Brand />
          <p>{common.appName}</p>
          <h1>{signin.title}</h1>
        </header>
        {notices.length > 0 && (
          <p class="notice warn" role="status">
            {notices.join(' ')}
          </p>
        )}
        {mode?.oidcEnabled && (
          <>
            {last?.name != null && last.username === null && <p class="hint">{signin.lastHere(last.name)}</p>}
            {stay}
            <a
              class="button primary wide"
              href={isStaying ? '/api/login?remember=true' : '/api/login'}
              onClick={(event) => void leaveFor(event)}
            >
              {signin.withProvider}
            </a>
            <p class="signin-or">{signin.or}</p>
          </>
        )}
        <LocalForm isOnlyWay={mode?.oidcEnabled !== true} username={last?.username ?? ''} isStaying={isStaying}>
          {mode?.oidcEnabled !== true && stay}
        </LocalForm>
        {setup?.setupComplete === false && (
          <a class="button quiet wide" href="/setup">
            {signin.setUp}
          </a>
        )}
      </div>
    </main>
  )
}

/** What is true of this device: that a session was lost, and how much of it waits. */
function noticesOf(hasLostSession: boolean, unsent: number, signin: SigninDictionary): string[] {
  return [...(hasLostSession ? [signin.signedOut] : []), ...(unsent > 0 ? [signin.unsent(unsent)] : [])]
}

/** Ends a session that is still signing out: the provider's redirect would otherwise sign it in again. */
async function leaveFor(event: MouseEvent & { currentTarget: HTMLAnchorElement }) {
  if (!isSigningOut()) return
  event.preventDefault()
  const { href } = event.currentTarget
  await finishSignOut()
  location.assign(href)
}

interface LocalFormProps {
  isOnlyWay: boolean
  /** Who signed in here last. */
  username: string
  isStaying: boolean
  /** What else there is to choose. */
  children: ComponentChildren
}

function LocalForm({ isOnlyWay, username: before, isStaying, children }: LocalFormProps) {
  const signin = useSigninText()
  const [username, setUsername] = useState(before)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const refusalText = useRefusalText(refusal)

  const submit = async () => {
    if (isBusy) return
    if (username.trim() === '' || password === '') return setRefusal({ kind: 'incomplete' })
    setBusy(true)
    setRefusal(null)
    let isLetIn = false
    try {
      await finishSignOut()
      const name = username.trim()
      await api.session.signIn({ username: name, password, ...(isStaying && { remember: true }) })
      isLetIn = true
      await signedIn(name)
    } catch (error) {
      setPassword('')
      setRefusal(refusalOf(error instanceof ApiError ? error : null, isLetIn))
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
      {children}
      <p class="error" role="alert">
        {refusalText}
      </p>
      <button type="submit" class={`button wide ${isOnlyWay ? 'primary' : ''}`} aria-busy={isBusy || undefined}>
        {signin.submit}
      </button>
    </Form>
  )
}
