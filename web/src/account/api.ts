import type { TrialResult } from '../../../src/features/push/model'
import { request } from '../data/http'
import type { Member } from '../data/types'
import type { CredentialBody } from '../forms/credential'

export type { TrialResult }

export const change = (body: { displayName?: string; color?: string }) =>
  request<{ user: Member }>('PATCH', '/api/me', { body })

export const connectCalendar = (body: CredentialBody) =>
  request<{ ok: true }>('POST', '/api/me/credential', { body: { providerType: 'caldav', ...body } })

export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  request<{ ok: true }>('POST', '/api/me/password', { body })

/** `authorizationUrl` is null when the running service knows no identity provider. */
export const linkProvider = () => request<{ authorizationUrl: string | null }>('POST', '/api/me/link-oidc')

export const tryReminders = () => request<TrialResult>('POST', '/api/push/test')
