import { createStore, useStore } from '../lib/store'
import { browserZone } from '../lib/tz'
import * as api from './api'
import { signedOut } from './http'
import { forgetAnswers } from './persist'
import { queries, queryClient, useQuery } from './queries'
import type { Member } from './types'

export type Session =
  /** Not known yet. */
  { state: 'unknown'; failed: boolean } | { state: 'out' } | { state: 'in'; member: Member; zone: string }

const LAST_ZONE = 'zone'

/** Who uses this device, and the household's zone. Without a connection, who used it last. */
export function useSession(): Session {
  const isOut = useStore(signedOut)
  const { data: me, isError } = useQuery(queries.me, { enabled: !isOut })
  if (isOut) return { state: 'out' }
  if (me === undefined) return { state: 'unknown', failed: isError }
  return { state: 'in', member: me.user, zone: me.timezone ?? browserZone() }
}

/** The member who is signed in. Only inside of the signed-in part of the client. */
export function useMe(): Member {
  const session = useSession()
  if (session.state !== 'in') throw new Error('Nobody is signed in')
  return session.member
}

/** The household's zone; until it is known the last one known on this device, else the browser's. */
export function useZone(): string {
  const { data: me } = useQuery(queries.me)
  if (me?.timezone) {
    if (me.timezone !== localStorage.getItem(LAST_ZONE)) localStorage.setItem(LAST_ZONE, me.timezone)
    return me.timezone
  }
  return lastZone()
}

/** The household's zone as this device knew it last, else the browser's. */
export const lastZone = (): string => localStorage.getItem(LAST_ZONE) ?? browserZone()

/** The sign-in worked: another member's answers go, everything is asked anew. */
export async function signedIn(): Promise<void> {
  const before = queryClient.getQueryData<{ user: Member }>(queries.me.queryKey)?.user.id
  const { user } = await queryClient.fetchQuery({ ...queries.me, staleTime: 0 })
  if (before !== undefined && before !== user.id)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  signedOut.set(false)
  void queryClient.invalidateQueries()
}

/** Ends the session and forgets what this device knew. Writes that wait for a connection stay, for their own member. */
export async function signOut(): Promise<void> {
  await api.session.signOut()
  await forgetAnswers()
  signedOut.set(true)
}

/** The id of the member who is signed in, for what is kept per member. */
export const memberId = createStore<number | null>(null)

/** Follows the session from outside of components. */
export function startSession(): void {
  const follow = () => {
    const me = queryClient.getQueryData<{ user: Member }>(queries.me.queryKey)
    memberId.set(signedOut.get() ? null : (me?.user.id ?? null))
  }
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === 'me') follow()
  })
  signedOut.subscribe(follow)
  follow()
}
