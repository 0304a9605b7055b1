import { request } from '../data/http'
import type { CredentialBody } from '../forms/credential'

export interface AdminMember {
  id: number
  displayName: string | null
  color: string
  isAdmin: boolean
  /** Null: does not sign in with a name and password. */
  username: string | null
  hasCredential: boolean
  hasLocalCredential: boolean
  hasOidcIdentity: boolean
}

/** Somebody known to the identity provider who waits to be let in; the time is ISO 8601 text. */
export interface Applicant {
  id: number
  displayName: string | null
  email: string | null
  createdAt: string
}

export interface AdminCalendar {
  id: number
  displayName: string
  isShared: boolean
  ownerId: number
  ownerName: string | null
}

/** Queued writes by state. */
type Queued = Record<'pending' | 'failed' | 'dead', number>

/** Times are ISO 8601 text; errors are in the service's own English words. */
export interface SyncHealth {
  accounts: {
    memberId: number
    displayName: string | null
    lastPolledAt: string | null
    lastError: string | null
    nextTryAt: string
  }[]
  calendars: (AdminCalendar & {
    lastSyncedAt: string | null
    lastError: string | null
    skippedObjects: number
    nextTryAt: string
    outbox: Queued
  })[]
}

/** Calendar writes of a member that wait, and that could not be made. */
export interface WriteCount {
  id: number
  pending: number
  failed: number
}

type Ok = { ok: true }

export const readMembers = async () => (await request<{ members: AdminMember[] }>('GET', '/api/admin/members')).members
export const addMember = (body: { displayName: string; username: string; initialPassword: string }) =>
  request<{ id: number }>('POST', '/api/admin/members', { body })
export const changeMember = (id: number, body: { displayName?: string; isAdmin?: boolean }) =>
  request<Ok>('PATCH', `/api/admin/members/${id}`, { body })
export const removeMember = (id: number) => request<{ id: number }>('DELETE', `/api/admin/members/${id}`)
export const resetPassword = (id: number, newPassword: string) =>
  request<Ok>('POST', `/api/admin/members/${id}/password`, { body: { newPassword } })
export const signOutEverywhere = (id: number) => request<Ok>('POST', `/api/admin/members/${id}/sign-out`)
export const connectCalendar = (userId: number, body: CredentialBody) =>
  request<Ok>('POST', '/api/admin/credentials', { body: { userId, providerType: 'caldav', ...body } })

export const readApplicants = async () =>
  (await request<{ admissions: Applicant[] }>('GET', '/api/admin/admissions')).admissions
export const admit = (id: number) => request<{ id: number }>('POST', `/api/admin/admissions/${id}/admit`)
export const turnAway = (id: number) => request<{ id: number }>('DELETE', `/api/admin/admissions/${id}`)

export const readCalendars = async () =>
  (await request<{ calendars: AdminCalendar[] }>('GET', '/api/admin/calendars')).calendars
export const shareCalendar = (id: number) => request<Ok>('PUT', `/api/admin/calendars/${id}/shared`)

export const countWrites = async () => (await request<{ members: WriteCount[] }>('GET', '/api/admin/writes')).members

export const readSyncHealth = () => request<SyncHealth>('GET', '/api/admin/sync')
