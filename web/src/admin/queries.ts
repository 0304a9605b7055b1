import { type Query, queryClient } from '../data/queries'
import * as api from './api'

/** Every answer for those who run the household stands under it, that about the zone as well. */
const ADMIN = 'admin'

/** How often what the service does by itself is looked at. */
const WATCHED_MS = 15_000

const query = <T>(asked: Query<T>): Query<T> => ({ staleTime: 0, ...asked })

export const adminQueries = {
  members: query({ queryKey: [ADMIN, 'members'], queryFn: api.readMembers }),
  devices: (memberId: number) =>
    query({ queryKey: [ADMIN, 'devices', memberId], queryFn: () => api.readDevices(memberId) }),
  admissions: query({ queryKey: [ADMIN, 'admissions'], queryFn: api.readApplicants }),
  calendars: query({ queryKey: [ADMIN, 'calendars'], queryFn: api.readCalendars }),
  writes: query({ queryKey: [ADMIN, 'writes'], queryFn: api.countWrites, refetchInterval: WATCHED_MS }),
  backups: query({ queryKey: [ADMIN, 'backups'], queryFn: api.readBackups, refetchInterval: WATCHED_MS }),
  sync: query({ queryKey: [ADMIN, 'sync'], queryFn: api.readSyncHealth, refetchInterval: WATCHED_MS }),
}

/** All of them. */
export const ADMIN_ANSWERS = { queryKey: [ADMIN] }

/** Marks all of them as outdated; resolves when those on screen have been asked for again. */
export const refreshAdmin = (): Promise<void> => queryClient.invalidateQueries(ADMIN_ANSWERS)
