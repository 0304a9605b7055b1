import type { Invitation, NewInvitation } from '../../../src/features/invitations/model'
import { ApiError, request } from './http'
import { type Query, refresh } from './queries'

export type { Invitation, NewInvitation }

/** Only for those who run the household. */
export const invitationsQuery: Query<Invitation[]> = {
  queryKey: ['admin', 'invitations'],
  queryFn: async () => (await request<{ invitations: Invitation[] }>('GET', '/api/admin/invitations')).invitations,
  staleTime: 0,
}

/** Makes an invitation; its link is told here alone. @throws ApiError */
export async function invite(key: string): Promise<NewInvitation> {
  const made = await request<NewInvitation>('POST', '/api/admin/invitations', { body: {}, key })
  refresh(invitationsQuery.queryKey)
  // The service need not know at which address this page is.
  return { ...made, url: new URL(made.url, location.origin).href }
}

/** One that was used or taken back meanwhile is gone as well. @throws ApiError */
export async function takeBack(id: number): Promise<void> {
  try {
    await request('DELETE', `/api/admin/invitations/${id}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  } finally {
    refresh(invitationsQuery.queryKey)
  }
}
