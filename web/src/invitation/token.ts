import { useEffect, useState } from 'preact/hooks'

/**
 * The token behind the # of the address; null without one. It leaves the address as soon as it is read: whoever has the
 * device next finds it neither there nor in the history.
 */
export function useToken(): string | null {
  const [token, setToken] = useState(takeToken)
  useEffect(() => {
    // A second link, pasted into the same page, changes nothing but the part behind the #.
    const take = () => setToken((before) => takeToken() ?? before)
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}

function takeToken(): string | null {
  const token = location.hash.slice(1)
  if (token === '') return null
  history.replaceState(history.state, '', location.pathname)
  return token
}
