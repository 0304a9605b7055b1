import { useState } from 'preact/hooks'
import { countryNames } from '../data/household-country'
import { useQuery } from '../data/queries'
import { useMe } from '../data/session'
import { elsewhereTexts, useElsewhereText } from '../i18n/elsewhere'
import { secondaryTexts } from '../i18n/secondary'
import { languageOf, usePreferences } from '../lib/preferences'
import { SwitchField } from '../ui/field'
import { FormError } from './form-dialog'
import { holidayCountriesQuery, holidaysOf, showHolidays, useOwnCountry } from './holidays'
import { useSubmit } from './submit'
import { subscriptionsQuery, unsubscribe } from './subscriptions'

await Promise.all([elsewhereTexts(), secondaryTexts()])

/** Public holidays of the country where the household lives, with one tap. */
export default function HolidaySwitch() {
  const { holidays: texts } = useElsewhereText()
  const me = useMe()
  const country = useOwnCountry()
  const nameOf = countryNames(languageOf(usePreferences()))
  const { data: subscriptions } = useQuery(subscriptionsQuery)
  const { data: countries } = useQuery(holidayCountriesQuery)
  const { isBusy, error, submit } = useSubmit()
  /** Drawn at once, until the service has answered. */
  const [turned, setTurned] = useState<boolean | null>(null)
  if (country === null || countries?.every(({ code }) => code !== country)) return null
  const present = subscriptions && holidaysOf(subscriptions, country)
  const name = nameOf(country)
  const turn = async (isOn: boolean) => {
    setTurned(isOn)
    await submit(async () => {
      if (!isOn) return present && unsubscribe(present.id)
      return showHolidays({ country, region: null, displayName: texts.nameOf(name) }, subscriptions ?? [], me)
    })
    setTurned(null)
  }
  return (
    <>
      <SwitchField
        label={present?.displayName ?? texts.nameOf(name)}
        checked={turned ?? present !== undefined}
        disabled={isBusy || subscriptions === undefined}
        onChange={(isOn) => void turn(isOn)}
      />
      <FormError>{error}</FormError>
    </>
  )
}
