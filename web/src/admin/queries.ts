import type { Query } from '../data/queries'
import * as api from './api'

const query = <T>(asked: Query<T>): Query<T> => ({ staleTime: 0, ...asked })

export const adminQueries = {
  members: query({ queryKey: ['admin', 'members'], queryFn: api.readMembers }),
  admissions: query({ queryKey: ['admin', 'admissions'], queryFn: api.readApplicants }),
  calendars: query({ queryKey: ['admin', 'calendars'], queryFn: api.readCalendars }),
  writes: query({ queryKey: ['admin', 'writes'], queryFn: api.countWrites, refetchInterval: 15_000 }),
  sync: query({ queryKey: ['admin', 'sync'], queryFn: api.readSyncHealth }),
}
