import { request } from './http'
import { ADMIN_KEY, type Query, queries, queryClient, refreshAfter } from './queries'
import type { Me } from './types'

export interface HouseholdZone {
  /** An IANA name. */
  timezone: string
  /** False: nobody has chosen it. */
  isExplicitlySet: boolean
}

/** Only for those who run the household. */
export const zoneQuery: Query<HouseholdZone> = {
  queryKey: [...ADMIN_KEY, 'zone'],
  queryFn: () => request<HouseholdZone>('GET', '/api/admin/config/timezone'),
  staleTime: 0,
}

/** What is drawn on the household's clock, and which that is. */
const ON_ITS_CLOCK = [zoneQuery, queries.me, queries.events]

/** Sets the zone, whatever it was. @throws ApiError */
export async function setZone(timezone: string): Promise<void> {
  await refreshAfter(request('PUT', '/api/admin/config/timezone', { body: { timezone } }), ...ON_ITS_CLOCK)
  countAtOnce(timezone)
}

/** Sets the zone if nobody has chosen one; false when somebody was quicker. @throws ApiError */
export async function seedZone(timezone: string): Promise<boolean> {
  const body = { timezone }
  const asked = request<{ seeded: boolean }>('POST', '/api/admin/config/timezone/seed', { body })
  const { seeded } = await refreshAfter(asked, ...ON_ITS_CLOCK)
  if (seeded) countAtOnce(timezone)
  return seeded
}

/** A time that is typed before the service has answered again is one in the zone that was chosen. */
function countAtOnce(timezone: string): void {
  queryClient.setQueryData<HouseholdZone>(zoneQuery.queryKey, { timezone, isExplicitlySet: true })
  queryClient.setQueryData<Me>(queries.me.queryKey, (me) => me && { ...me, timezone })
}

/** Every zone the browser knows, and these, which it may know under another name. */
export function zoneOptions(...present: string[]): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...present])
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}

/** Whether a zone is UTC under one of its names: what a machine says that was never told where it is. */
export const isUtc = (zone: string): boolean => /^(Etc\/)?(UTC|UCT|Universal|Zulu|GMT([+-]?0)?|Greenwich)$/.test(zone)
