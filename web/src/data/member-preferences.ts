import { QueryObserver } from '@tanstack/query-core'
import { inTurn } from '../lib/in-turn'
import { choices, choose, EARLIER, type Preferences } from '../lib/preferences'
import { uuid } from '../lib/uuid'
import { request } from './http'
import { type Query, queryClient, refresh } from './queries'
import { reminderPreferences } from './reminder-preferences'
import { memberId } from './session'
import type { MemberPreferences } from './types'

/** Changes of this page that are not answered yet, and how many have been stored. */
let pending = 0
let stored = 0

/** What the member has chosen for all devices; from here it counts, and is kept. */
export const memberPreferences: Query<MemberPreferences> = {
  queryKey: ['preferences'],
  queryFn: async () => {
    const storedBefore = stored
    const member = await request<MemberPreferences>('GET', '/api/me/preferences')
    // What was asked before a change tells of an earlier choice.
    if (stored !== storedBefore) return known() ?? member
    if (pending === 0) choose({ member })
    return member
  },
  staleTime: 0,
}

const known = () => queryClient.getQueryData<MemberPreferences>(memberPreferences.queryKey)

/** Changes what counts on all devices of the member: here at once, and back again where it is refused. @throws ApiError */
export async function changeMemberPreferences(change: Partial<Preferences>): Promise<void> {
  const before = choices.get().member
  choose({ member: { ...before, ...change } })
  pending++
  try {
    const key = uuid()
    const member = await inTurn('preferences', () =>
      request<MemberPreferences>('PATCH', '/api/me/preferences', { body: change, key }),
    )
    stored++
    queryClient.setQueryData(memberPreferences.queryKey, member)
    // The answer to the last of them tells of all.
    if (pending === 1) choose({ member })
    // Messages speak the language that was chosen.
    if (change.language !== undefined) refresh(reminderPreferences.queryKey)
  } catch (error) {
    choose({ member: known() ?? before })
    // It may be stored all the same.
    refresh(memberPreferences.queryKey)
    throw error
  } finally {
    pending--
  }
}

/** Asks what was chosen on other devices: at the start, and whenever the page is looked at again. */
export function startMemberPreferences(): void {
  const asked = () => queryClient.defaultQueryOptions({ ...memberPreferences, enabled: memberId.get() !== null })
  const observer = new QueryObserver(queryClient, asked())
  observer.subscribe(({ data }) => {
    if (data !== undefined) void moveOn().catch(() => {})
  })
  memberId.subscribe(() => observer.setOptions(asked()))
}

/** What was chosen when choices were a device's alone: the member's, who has none yet, else what differs here. */
async function moveOn(): Promise<void> {
  if (localStorage.getItem(EARLIER) === null || memberId.get() === null) return
  const { device, member } = choices.get()
  const hasChosen = Object.values(member).some((choice) => choice !== null)
  if (!hasChosen) await changeMemberPreferences(device)
  const differs = (name: string, choice: unknown) => hasChosen && choice !== member[name as keyof Preferences]
  choose({ device: withoutNulls(device, differs) })
  localStorage.removeItem(EARLIER)
}

/** What is chosen, and, of that, what is `wanted`. */
export function withoutNulls(
  chosen: Partial<Preferences>,
  isWanted: (name: string, choice: unknown) => boolean = () => true,
): Partial<Preferences> {
  return Object.fromEntries(
    Object.entries(chosen).filter(([name, choice]) => choice !== null && isWanted(name, choice)),
  )
}
