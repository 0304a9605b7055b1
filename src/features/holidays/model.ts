import { t } from 'elysia'

const code = t.String({ maxLength: 32 })
const name = t.String({ description: "In the caller's language where it has a name there" })

const REGION = t.Object({ code, name })
const COUNTRY = t.Object({
  code: t.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' }),
  name,
  regions: t.Array(REGION, { description: 'Those with holidays of their own, by name' }),
})
export const HOLIDAY_COUNTRIES = t.Object({ countries: t.Array(COUNTRY) })

export type HolidayCountry = typeof COUNTRY.static
