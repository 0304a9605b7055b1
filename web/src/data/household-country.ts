import { COUNTRIES } from '../../../src/platform/countries'
import { request } from './http'
import { ADMIN_KEY, type Query, queryClient, refreshAfter } from './queries'

/** Only for those who run the household: an ISO 3166-1 code; null: nobody has said. */
export const countryQuery: Query<string | null> = {
  queryKey: [...ADMIN_KEY, 'country'],
  queryFn: async () => (await request<{ country: string | null }>('GET', '/api/admin/config/country')).country,
  staleTime: 0,
}

/** @throws ApiError */
export async function setCountry(country: string | null): Promise<void> {
  await refreshAfter(request('PUT', '/api/admin/config/country', { body: { country } }), countryQuery)
  queryClient.setQueryData(countryQuery.queryKey, country)
}

/** Every country by its name in a language, in the order of that language. */
export function countryOptions(language: string): { value: string; label: string }[] {
  const nameOf = countryNames(language)
  const { compare } = new Intl.Collator(language)
  return COUNTRIES.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => compare(a.label, b.label))
}

export function countryNames(language: string): (country: string) => string {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return (country) => names.of(country) ?? country
}

/** The country that a zone belongs to, as far as the browser knows; null for none. */
export function countryOfZone(zone: string): string | null {
  // Not every browser has it.
  const zonesOf = (country: string) => new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []
  return COUNTRIES.find((country) => zonesOf(country).includes(zone)) ?? null
}
