import type { Device } from '../../../src/features/devices/model'
import type { Live } from '../../../src/features/health/model'
import type { TrialResult } from '../../../src/features/push/model'
import { request } from '../data/http'
import type { Query } from '../data/queries'
import { remove } from '../data/remove'
import type { Member } from '../data/types'
import type { CredentialBody } from '../forms/credential'

export const change = (body: { displayName?: string; color?: string }) =>
  request<{ user: Member }>('PATCH', '/api/me', { body })

export const connectCalendar = (body: CredentialBody) =>
  request<{ ok: true }>('POST', '/api/me/credential', { body: { providerType: 'caldav', ...body } })

export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  request<{ ok: true }>('POST', '/api/me/password', { body })

export const devices: Query<Device[]> = {
  queryKey: ['devices'],
  queryFn: async () => (await request<{ devices: Device[] }>('GET', '/api/me/devices')).devices,
  staleTime: 0,
}
export const signOutDevice = (id: number) => remove(`/api/me/devices/${id}`)
export const signOutEverywhere = () => request<{ ok: true }>('DELETE', '/api/me/devices')

/** `authorizationUrl` is null when the running service knows no identity provider. */
export const linkProvider = () => request<{ authorizationUrl: string | null }>('POST', '/api/me/link-oidc')

/** A proxy may keep this path to itself. */
export const version: Query<Live> = {
  queryKey: ['version'],
  queryFn: () => request<Live>('GET', '/health/live'),
  staleTime: 0,
}

export const tryReminders = () => request<TrialResult>('POST', '/api/push/test')
