import { useEffect, useState } from 'preact/hooks'
import type { OidcReason } from '../../../src/identity/oidc/refusal'
import { type SigninDictionary, useSigninText } from '../i18n/signin'
import { currentPlace, navigate } from '../router'

/** The server sends people back to `/?error=…` when signing in with the identity provider did not work. */
export function useRedirectError(): string | null {
  const signin = useSigninText()
  const [code] = useState(() => currentPlace().query.get('error'))
  useEffect(() => {
    const { path, query } = currentPlace()
    if (!query.has('error')) return
    query.delete('error')
    navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true })
  }, [])
  if (code === null) return null
  return messageForReason(code, signin)
}

/** The sentence for a reason; a service that is newer than this client may name one that is not known here. */
function messageForReason(code: string, { refusals }: SigninDictionary): string {
  const messages: Record<OidcReason, string> = refusals
  return Object.hasOwn(messages, code) ? messages[code as OidcReason] : messages['oidc-failed']
}
