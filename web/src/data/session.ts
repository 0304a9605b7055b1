import { keepOnDevice } from '../lib/keep-on-device'
import { createStore, useStore } from '../lib/store'
import { browserZone } from '../lib/tz'
import { LAST_ZONE, signOutIsOver } from './anonymous'
import { dropRequests, signedOut } from './http'
import { keepLastMember } from './last-member'
import { claim, deviceOwner, giveUp, isOutdated, onOwnerChange, pageOwner } from './owner'
import { forgetAnswers } from './persist'
import { queries, queryClient, useQuery } from './queries'
import type { Me, Member } from './types'

type Session =
  /** Not known yet. */
  { state: 'unknown'; failed: boolean } | { state: 'out' } | { state: 'in'; member: Member }

/** Who uses this device, and the household's zone. Without a connection, who used it last. */
export function useSession(): Session {
  const isOut = useStore(signedOut)
  const { data: me, isError } = useQuery(queries.me, { enabled: !isOut })
  if (isOut) return { state: 'out' }
  if (me === undefined) return { state: 'unknown', failed: isError }
  return { state: 'in', member: me.user }
}

/** The member who is signed in. Only inside of the signed-in part of the client. */
export function useMe(): Member {
  const session = useSession()
  if (session.state !== 'in') throw new Error('Nobody is signed in')
  return session.member
}

/** The household's zone; until it is known the last one known on this device, else the browser's. */
export function useZone(): string {
  const { data: me } = useQuery(queries.me, { enabled: !useStore(signedOut) })
  return me?.timezone || lastZone()
}

/** Keeps the household's zone for when it is not known. */
export function keepZone(zone: string): void {
  if (zone !== localStorage.getItem(LAST_ZONE)) keepOnDevice(LAST_ZONE, zone)
}

/** The household's zone as this device knew it last, else the browser's. */
export const lastZone = (): string => localStorage.getItem(LAST_ZONE) ?? browserZone()

/**
 * After a sign-in, with a name that was typed: every query is asked anew. The member's screen is drawn when what has to
 * be known before is there.
 */
export async function enter(username: string | undefined, prepare: () => Promise<void>): Promise<void> {
  signOutIsOver()
  const { user } = await queryClient.fetchQuery({ ...queries.me, staleTime: 0 })
  claim(user.id)
  keepLastMember(user, username)
  await prepare()
  signedOut.set(false)
  void queryClient.invalidateQueries()
}

/** The id of the member who is signed in, for what is kept per member: never two in the life of a page. */
export const memberId = createStore<number | null>(null)

/** Follows the session from outside of components. */
export function startSession(): void {
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === 'me') follow()
  })
  signedOut.subscribe(() => {
    follow()
    if (signedOut.get()) forgetMember()
  })
  onOwnerChange(ownerChanged)
  follow()
  if (signedOut.get()) forgetMember()
}

function follow(): void {
  const me = signedOut.get() ? undefined : queryClient.getQueryData<Me>(queries.me.queryKey)
  // Lists ask for it without a query of their own.
  if (me?.timezone) keepZone(me.timezone)
  const user = me?.user ?? null
  const id = user?.id ?? null
  if (user !== null && id !== pageOwner()) {
    claim(user.id)
    keepLastMember(user)
  }
  if (id !== null && isOutdated()) signedOut.set(true)
  else memberId.set(id)
}

/** Drops the member's answers and running requests. */
function forgetMember(): void {
  dropRequests()
  const isHandedOver = deviceOwner() !== null && isOutdated()
  if (!isHandedOver) giveUp()
  void forgetAnswers()
  if (isHandedOver) location.reload()
}

/** Another page has signed out, or has signed somebody in. */
function ownerChanged(): void {
  if (deviceOwner() === null) signedOut.set(true)
  else if (signedOut.get() || isOutdated()) location.reload()
}
