import { useState } from 'preact/hooks'
import { useText } from '../i18n'
import { signinTexts } from '../i18n/signin'
import { needs } from '../lib/needs'
import { Button } from '../ui/button'
import { useRedirectError } from './redirect-error'

needs(signinTexts)

/** Why signing in or linking at the identity provider did not happen, above the screen of whoever is signed in. */
export default function RedirectErrorBanner() {
  const error = useRedirectError()
  const [isRead, setRead] = useState(false)
  const { common } = useText()
  if (error === null || isRead) return null
  return (
    <div class="banner" role="alert">
      <p>{error}</p>
      <Button kind="quiet" onClick={() => setRead(true)}>
        {common.close}
      </Button>
    </div>
  )
}
