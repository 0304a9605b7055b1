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
  return code === 'oidc-link-conflict' ? signin.linkConflict : signin.providerFailed
}
