import { request } from './http'
import { type Query, queries, queryClient, refresh } from './queries'
import type { Me } from './types'

export interface HouseholdZone {
  /** An IANA name. */
  timezone: string
  /** False: nobody has chosen it. */
  isExplicitlySet: boolean
}

/** Only for those who run the household. */
export const zoneQuery: Query<HouseholdZone> = {
  queryKey: ['admin', 'zone'],
  queryFn: () => request<HouseholdZone>('GET', '/api/admin/config/timezone'),
  staleTime: 0,
}

/** Sets the zone, whatever it was. @throws ApiError */
export async function setZone(timezone: string): Promise<void> {
  await request('PUT', '/api/admin/config/timezone', { body: { timezone } })
  countAtOnce(timezone)
  zoneChanged()
}

/** Sets the zone if nobody has chosen one; false when somebody was quicker. @throws ApiError */
export async function seedZone(timezone: string): Promise<boolean> {
  const body = { timezone }
  const { seeded } = await request<{ seeded: boolean }>('POST', '/api/admin/config/timezone/seed', { body })
  if (seeded) countAtOnce(timezone)
  zoneChanged()
  return seeded
}

/** A time that is typed before the service has answered again is one in the zone that was chosen. */
function countAtOnce(timezone: string): void {
  queryClient.setQueryData<HouseholdZone>(zoneQuery.queryKey, { timezone, isExplicitlySet: true })
  queryClient.setQueryData<Me>(queries.me.queryKey, (me) => me && { ...me, timezone })
}

/** Everything that is drawn on the household's clock is drawn anew. */
function zoneChanged() {
  for (const { queryKey } of [zoneQuery, queries.me, queries.events]) refresh(queryKey)
}

/** Every zone the browser knows, and these, which it may know under another name. */
export function zoneOptions(...present: string[]): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...present])
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}

/** Whether a zone is UTC under one of its names: what a machine says that was never told where it is. */
export const isUtc = (zone: string): boolean => /^(Etc\/)?(UTC|UCT|Universal|Zulu|GMT([+-]?0)?|Greenwich)$/.test(zone)
