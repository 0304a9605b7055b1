import type { Acceptance, OpenedInvitation } from '../../../src/features/invitations/model'
import { request } from '../data/http'

export type { OpenedInvitation } from '../../../src/features/invitations/model'

export const open = (token: string) => request<OpenedInvitation>('POST', '/api/invitations/open', { body: { token } })
export const accept = (body: Acceptance) => request<{ id: number }>('POST', '/api/invitations/accept', { body })
