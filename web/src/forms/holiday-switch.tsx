import { countryNames } from '../data/household-country'
import { useQuery } from '../data/queries'
import { useMe } from '../data/session'
import { elsewhereTexts, useElsewhereText } from '../i18n/elsewhere'
import { secondaryTexts } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { languageOf, usePreferences } from '../lib/preferences'
import { SwitchField } from '../ui/field'
import { useChoices } from './choices'
import { FormError } from './form-dialog'
import { holidayCountriesQuery, holidaysOf, removeHolidays, showHolidays, useOwnCountry } from './holidays'
import { subscriptionsQuery } from './subscriptions'

needs(() => Promise.all([elsewhereTexts(), secondaryTexts()]))

/** Public holidays of the country where the household lives, with one tap. */
export default function HolidaySwitch() {
  const { holidays: texts } = useElsewhereText()
  const me = useMe()
  const country = useOwnCountry()
  const nameOf = countryNames(languageOf(usePreferences()))
  const { data: subscriptions } = useQuery(subscriptionsQuery)
  const { data: countries } = useQuery(holidayCountriesQuery)
  const present = country === null ? undefined : holidaysOf(subscriptions ?? [], country)[0]
  const displayName = country === null ? '' : texts.nameOf(nameOf(country))
  const { choices, choose, error } = useChoices({ isOn: present !== undefined }, async ({ isOn }) => {
    if (country === null) return
    await (isOn ? showHolidays({ country, region: null, displayName }, me) : removeHolidays(country))
  })
  if (country === null || countries?.every(({ code }) => code !== country)) return null
  return (
    <>
      <SwitchField
        label={present?.displayName ?? displayName}
        checked={choices.isOn}
        disabled={subscriptions === undefined}
        onChange={(isOn) => void choose({ isOn })}
      />
      <FormError>{error}</FormError>
    </>
  )
}
