import type { AdminCalendar, AdminMember, Admission, SyncHealth, WriteCount } from '../../../src/features/admin/model'
import type { Backups } from '../../../src/features/backups/model'
import type { Device } from '../../../src/features/devices/model'
import { create } from '../data/create'
import { request } from '../data/http'
import { remove } from '../data/remove'
import type { CredentialBody } from '../forms/credential'

export type {
  AdminCalendar,
  AdminMember,
  Admission as Applicant,
  SyncHealth,
  WriteCount,
} from '../../../src/features/admin/model'

export type { Backups } from '../../../src/features/backups/model'

type Ok = { ok: true }

export const readMembers = async () => (await request<{ members: AdminMember[] }>('GET', '/api/admin/members')).members
export const addMember = (body: { displayName: string; username: string; initialPassword: string }) =>
  create<{ id: number }>('/api/admin/members', body)
export const changeMember = (id: number, body: { displayName?: string; isAdmin?: boolean }) =>
  request<Ok>('PATCH', `/api/admin/members/${id}`, { body })
export const removeMember = (id: number) => remove(`/api/admin/members/${id}`)
export const resetPassword = (id: number, newPassword: string) =>
  request<Ok>('POST', `/api/admin/members/${id}/password`, { body: { newPassword } })
export const signOutEverywhere = (id: number) => request<Ok>('POST', `/api/admin/members/${id}/sign-out`)
export const readDevices = async (id: number) =>
  (await request<{ devices: Device[] }>('GET', `/api/admin/members/${id}/devices`)).devices
export const signOutDevice = (id: number, deviceId: number) => remove(`/api/admin/members/${id}/devices/${deviceId}`)
export const connectCalendar = (userId: number, body: CredentialBody) =>
  request<Ok>('POST', '/api/admin/credentials', { body: { userId, providerType: 'caldav', ...body } })

export const readApplicants = async () =>
  (await request<{ admissions: Admission[] }>('GET', '/api/admin/admissions')).admissions
export const admit = (id: number) => request<{ id: number }>('POST', `/api/admin/admissions/${id}/admit`)
export const turnAway = (id: number) => remove(`/api/admin/admissions/${id}`)

export const readCalendars = async () =>
  (await request<{ calendars: AdminCalendar[] }>('GET', '/api/admin/calendars')).calendars
export const shareCalendar = (id: number) => request<Ok>('PUT', `/api/admin/calendars/${id}/shared`)

export const countWrites = async () => (await request<{ members: WriteCount[] }>('GET', '/api/admin/writes')).members

export const readBackups = () => request<Backups>('GET', '/api/admin/backups')

export const readSyncHealth = () => request<SyncHealth>('GET', '/api/admin/sync')
