import { ADMIN_KEY, type Query, queryClient } from '../data/queries'
import * as api from './api'

/** How often what the service does by itself is looked at. */
const WATCHED_MS = 15_000

const query = <T>(asked: Query<T>): Query<T> => ({ staleTime: 0, ...asked })

export const adminQueries = {
  members: query({ queryKey: [...ADMIN_KEY, 'members'], queryFn: api.readMembers }),
  devices: (memberId: number) =>
    query({ queryKey: [...ADMIN_KEY, 'devices', memberId], queryFn: () => api.readDevices(memberId) }),
  admissions: query({ queryKey: [...ADMIN_KEY, 'admissions'], queryFn: api.readApplicants }),
  calendars: query({ queryKey: [...ADMIN_KEY, 'calendars'], queryFn: api.readCalendars }),
  writes: query({ queryKey: [...ADMIN_KEY, 'writes'], queryFn: api.countWrites, refetchInterval: WATCHED_MS }),
  backups: query({ queryKey: [...ADMIN_KEY, 'backups'], queryFn: api.readBackups, refetchInterval: WATCHED_MS }),
  sync: query({ queryKey: [...ADMIN_KEY, 'sync'], queryFn: api.readSyncHealth, refetchInterval: WATCHED_MS }),
}

/** All of them. */
export const ADMIN_ANSWERS = { queryKey: ADMIN_KEY }

/** Marks all of them as outdated; resolves when those on screen have been asked for again. */
export const refreshAdmin = (): Promise<void> => queryClient.invalidateQueries(ADMIN_ANSWERS)
