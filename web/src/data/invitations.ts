import type { Invitation, NewInvitation } from '../../../src/features/invitations/model'
import { create } from './create'
import { request } from './http'
import { ADMIN_KEY, type Query, refreshAfter } from './queries'
import { remove, unlessGone } from './remove'

export type { Invitation, NewInvitation }

/** Only for those who run the household. */
export const invitationsQuery: Query<Invitation[]> = {
  queryKey: [...ADMIN_KEY, 'invitations'],
  queryFn: async () => (await request<{ invitations: Invitation[] }>('GET', '/api/admin/invitations')).invitations,
  staleTime: 0,
}

/** Makes an invitation; its link is told here alone. @throws ApiError */
export async function invite(): Promise<NewInvitation> {
  const made = await refreshAfter(create<NewInvitation>('/api/admin/invitations', {}), invitationsQuery)
  // The service need not know at which address this page is.
  return { ...made, url: new URL(made.url, location.origin).href }
}

/** One that was used or taken back meanwhile is gone as well. @throws ApiError */
export async function takeBack(id: number): Promise<void> {
  await refreshAfter(remove(`/api/admin/invitations/${id}`).catch(unlessGone), invitationsQuery)
}
