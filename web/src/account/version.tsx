import { useQuery } from '../data/queries'
import { useSecondaryText } from '../i18n/secondary'
import * as api from './api'

/** Which version of the service answers; nothing where it does not say. */
export function Version() {
  const { account } = useSecondaryText()
  const { data } = useQuery(api.version)
  if (data === undefined) return null
  return <footer class="version hint">{account.version(data.version, data.commit)}</footer>
}
