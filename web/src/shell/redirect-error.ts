import { useEffect, useState } from 'preact/hooks'
import { useText } from '../i18n'
import { currentPlace, navigate } from '../router'

/** The server sends people back to `/?error=…` when signing in with the identity provider did not work. */
export function useRedirectError(): string | null {
  const { signin } = useText()
  const [code] = useState(() => currentPlace().query.get('error'))
  useEffect(() => {
    const { path, query } = currentPlace()
    if (!query.has('error')) return
    query.delete('error')
    navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true })
  }, [])
  if (code === null) return null
  const words: Record<string, string> = {
    'oidc-denied': signin.denied,
    'oidc-link-conflict': signin.linkConflict,
    'oidc-link-expired': signin.linkExpired,
    'oidc-not-configured': signin.notConfigured,
    'oidc-unavailable': signin.providerDown,
  }
  return words[code] ?? signin.providerFailed
}
