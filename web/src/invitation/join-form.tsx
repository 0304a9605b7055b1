import { useRef, useState } from 'preact/hooks'
import { NAME_IN_USE } from '../../../src/household/name-in-use'
import { ApiError } from '../data/http'
import { canSignIn, signedIn } from '../data/sign-in'
import { finishSignOut } from '../data/sign-out'
import { FormError } from '../forms/form-dialog'
import { LocalAccountFields, type LocalAccountProblems, localAccountProblems } from '../forms/local-account-fields'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { Swatches } from '../forms/swatches'
import { useSecondaryText } from '../i18n/secondary'
import { useSigninText } from '../i18n/signin'
import { isInstalled } from '../lib/device'
import { navigate } from '../router'
import { Button } from '../ui/button'
import { SwitchField } from '../ui/field'
import { Form, focusFirstProblem } from '../ui/form'
import type { OpenedInvitation } from './api'
import * as api from './api'

const WELCOME = '/welcome'

interface JoinFormProps {
  token: string
  invitation: OpenedInvitation
  onAccepted: () => void
  /** The link is good no more. */
  onGone: () => void
}

/** Asks for a name, a colour, and what to sign in with. Nothing of it is kept on the device. */
export function JoinForm({ token, invitation, onAccepted, onGone }: JoinFormProps) {
  const { invitation: texts, people, settings } = useSecondaryText()
  const signin = useSigninText()
  const [draft, setDraft] = useState({
    displayName: invitation.displayName ?? '',
    username: '',
    initialPassword: '',
  })
  const [color, setColor] = useState(invitation.colors[0] ?? '')
  const [isStaying, setStaying] = useState(isInstalled)
  const { problems, check } = useProblems(localAccountProblems(draft, settings))
  /** What the service said against what was typed. */
  const [taken, setTaken] = useState<LocalAccountProblems>({})
  const { isBusy, error, submit } = useSubmit()
  /** An answer was lost that may have said that they are a member. */
  const isUnsure = useRef(false)

  const join = async () => {
    if (!check()) return
    await submit(async () => {
      // A sign-out that is still on its way would end the session that begins here.
      await finishSignOut()
      if (!(await accepted())) return
      onAccepted()
      // The address first: signing in loads the page anew where it has served somebody else.
      history.replaceState(null, '', WELCOME)
      // They are a member by now, whatever comes of reading it.
      await signedIn(draft.username.trim()).then(
        () => navigate(WELCOME, { replace: true }),
        () => location.reload(),
      )
    })
  }

  /** False: said at its place why not. */
  const accepted = async () => {
    const account = {
      username: draft.username.trim(),
      password: draft.initialPassword,
      ...(isStaying && { remember: true }),
    }
    try {
      await api.accept({ token, displayName: draft.displayName.trim(), color, ...account })
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.isTransient) isUnsure.current = true
      if (failure.status === 404 && isUnsure.current && (await canSignIn(account))) return true
      if (failure.status === 404) onGone()
      else if (failure.status === 409) {
        const isName = failure.message === NAME_IN_USE
        setTaken(isName ? { displayName: people.nameTaken } : { username: settings.usernameTaken })
        focusFirstProblem()
      } else throw failure
      return false
    }
  }

  return (
    <Form class="setup-form" onSubmit={() => void join()}>
      <p>{texts.explain}</p>
      <ul class="facts">
        {texts.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <LocalAccountFields
        draft={draft}
        onChange={(typed) => {
          setTaken({})
          setDraft(typed)
        }}
        problems={{ ...taken, ...problems }}
      />
      <Swatches label={texts.color} color={color} onPick={setColor} />
      <SwitchField label={signin.stay} checked={isStaying} onChange={setStaying} />
      <FormError>{error}</FormError>
      <Button type="submit" kind="primary" busy={isBusy}>
        {texts.join}
      </Button>
    </Form>
  )
}
