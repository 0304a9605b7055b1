import type { HolidayCountry } from '../../../src/features/holidays/model'
import { reminders } from '../data/api'
import { countryOfZone, countryQuery } from '../data/household-country'
import { request } from '../data/http'
import { type Query, queries, queryClient, useQuery } from '../data/queries'
import { useMe, useZone } from '../data/session'
import type { Member } from '../data/types'
import { inTurn } from '../lib/in-turn'
import { choices, languageOf, preferences } from '../lib/preferences'
import { DAY } from '../lib/tz'
import { unusedColor } from './colors'
import { type HolidayChoice, type Subscription, subscribe, subscriptionsQuery, unsubscribe } from './subscriptions'

/** Whose public holidays are known. */
export const holidayCountriesQuery: Query<HolidayCountry[]> = {
  queryKey: ['holidays'],
  queryFn: async () => (await request<{ countries: HolidayCountry[] }>('GET', '/api/holidays')).countries,
  staleTime: DAY,
}

/** Where the household lives, as far as this member is told; null: nobody has said. */
export function useOwnCountry(): string | null {
  const zone = useZone()
  const { data } = useQuery(countryQuery, { enabled: useMe().isAdmin })
  return data ?? countryOfZone(zone)
}

/** The holidays of a country among the subscriptions. */
export const holidaysOf = (subscriptions: readonly Subscription[], country: string): Subscription[] =>
  subscriptions.filter(({ holidays }) => holidays?.country === country)

interface Holidays extends HolidayChoice {
  displayName: string
}

/**
 * Shows these holidays, in place of others of the same country; to everybody when whoever asks runs the household.
 * @throws ApiError
 */
export function showHolidays({ country, region, displayName }: Holidays, me: Pick<Member, 'isAdmin'>): Promise<void> {
  return afterOthers(async (subscriptions) => {
    const before = holidaysOf(subscriptions, country)
    // Its answer may have been lost.
    const known = before.find(({ holidays }) => (holidays?.region ?? null) === region)
    const people = await queryClient.ensureQueryData(queries.people)
    const { language } = choices.get().member
    // They are named in the language that the service speaks to the member.
    if (language === null) await reminders.change({ language: languageOf(preferences.get()) })
    if (known === undefined) {
      await subscribe({
        holidays: { country, ...(region !== null && { region }) },
        displayName,
        color: before[0]?.color ?? unusedColor([...people, ...subscriptions].map(({ color }) => color)),
        visibility: before[0]?.visibility ?? (me.isAdmin ? 'household' : 'private'),
      })
    }
    for (const { id } of before) if (id !== known?.id) await unsubscribe(id)
  })
}

/** Shows those of a country no longer. @throws ApiError */
export const removeHolidays = (country: string): Promise<void> =>
  afterOthers(async (subscriptions) => {
    for (const { id } of holidaysOf(subscriptions, country)) await unsubscribe(id)
  })

/** What was asked for before is among the subscriptions by then. */
const afterOthers = (change: (subscriptions: readonly Subscription[]) => Promise<void>): Promise<void> =>
  inTurn('holidays', async () => change(await queryClient.fetchQuery(subscriptionsQuery)))
