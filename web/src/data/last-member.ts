import { keepOnDevice } from '../lib/keep-on-device'
import type { Member } from './types'

/** Who has used this device last: a name, which stays when everything else of theirs goes. */
interface LastMember {
  id: number
  name: string | null
  /** What they sign in with here; null: not known, or they come through the identity provider. */
  username: string | null
}

const KEY = 'last-member'

export function lastMember(): LastMember | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

/** @param typed what they have just signed in with */
export function keepLastMember({ id, displayName, hasLocalCredential }: Member, typed?: string): void {
  const before = lastMember()
  const username = typed ?? (before?.id === id ? before.username : null)
  const last: LastMember = { id, name: displayName, username: hasLocalCredential ? username : null }
  keepOnDevice(KEY, JSON.stringify(last))
}
