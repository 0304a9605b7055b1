import type { Language } from '../../platform/languages'
import { library } from './library'

export interface HolidayRegion {
  /** The part of ISO 3166-2 after the country; of a place within a state both, joined by `-`. */
  code: string
  name: string
}

export interface HolidayCountry {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  regions: HolidayRegion[]
}

/** Whose holidays: a whole country's, or one region's with those that it has beside. */
export interface HolidayChoice {
  country: string
  region: string | null
}

const known = new Map<Language, HolidayCountry[]>()

/** Every country whose public holidays are known, by name; in that language where a name has one, else in their own. */
export function holidayCountries(language: Language = 'en'): HolidayCountry[] {
  let countries = known.get(language)
  if (countries === undefined) {
    countries = readCountries(language)
    known.set(language, countries)
  }
  return countries
}

/** Whether holidays of it are known. */
export function isHolidayChoice({ country, region }: HolidayChoice): boolean {
  const found = holidayCountries().find(({ code }) => code === country)
  return found !== undefined && (region === null || found.regions.some(({ code }) => code === region))
}

function readCountries(language: Language): HolidayCountry[] {
  const holidays = new (library())()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const byName = byNameIn(language)
  return Object.keys(holidays.getCountries())
    .map((code) => ({ code, name: names.of(code) ?? code, regions: regionsOf(holidays, code, language).sort(byName) }))
    .sort(byName)
}

function regionsOf(holidays: InstanceType<ReturnType<typeof library>>, country: string, language: Language) {
  return entriesOf(holidays.getStates(country, language)).flatMap(([state, name]) => [
    { code: state, name },
    ...entriesOf(holidays.getRegions(country, state, language)).map(([place, placeName]) => ({
      code: `${state}-${place}`,
      name: `${name}: ${placeName}`,
    })),
  ])
}

/** The library has nothing where there is none. */
const entriesOf = (names: Record<string, string> | undefined) => Object.entries(names ?? {})

function byNameIn(language: Language) {
  const { compare } = new Intl.Collator(language)
  return (a: { name: string }, b: { name: string }) => compare(a.name, b.name)
}
