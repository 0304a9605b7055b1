import { useSession } from '../data/session'
import { useSecondaryText } from '../i18n/secondary'
import { useSigninText } from '../i18n/signin'

/** The link is good no more: whoever has joined with it before still comes in here. */
export function Gone() {
  const { invitation: texts } = useSecondaryText()
  const signin = useSigninText()
  const session = useSession()
  const isKnown = session.state !== 'unknown' || session.failed
  return (
    <div class="setup-end">
      <p class="notice">{texts.gone}</p>
      {isKnown && (
        <a class="button" href="/">
          {session.state === 'in' ? texts.notForMe : signin.submit}
        </a>
      )}
    </div>
  )
}
