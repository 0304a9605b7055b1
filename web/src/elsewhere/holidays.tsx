import { useState } from 'preact/hooks'
import { countryNames } from '../data/household-country'
import { useQuery } from '../data/queries'
import { useMe } from '../data/session'
import { FormError } from '../forms/form-dialog'
import HolidaySwitch from '../forms/holiday-switch'
import { holidayCountriesQuery, showHolidays, useOwnCountry } from '../forms/holidays'
import { Loaded, Section, SettingRow } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { type Subscription, subscriptionsQuery, unsubscribe } from '../forms/subscriptions'
import { useElsewhereText } from '../i18n/elsewhere'
import { languageOf, usePreferences } from '../lib/preferences'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'
import { ChevronDown } from '../ui/icons'
import { showToast } from '../ui/toast'

const WHOLE = ''

/** Public holidays, of the household's country or another. */
export function HolidaysSection() {
  const { holidays: texts } = useElsewhereText()
  const own = useOwnCountry()
  const { isAdmin } = useMe()
  return (
    <Section title={texts.title} hint={isAdmin ? texts.hintForAll : texts.hint}>
      <Loaded query={subscriptionsQuery}>
        {(subscriptions) => (
          <>
            <HolidaySwitch />
            {subscriptions
              .filter(({ holidays }) => holidays !== null && holidays.country !== own)
              .map((one) => (
                <Other key={one.id} subscription={one} />
              ))}
            <details class="more-holidays">
              <summary class="button quiet">
                {texts.another}
                <ChevronDown aria-hidden="true" />
              </summary>
              <Choice />
            </details>
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Holidays of another country than the household's. */
function Other({ subscription: { id, displayName } }: { subscription: Subscription }) {
  const { holidays: texts } = useElsewhereText()
  const { isBusy, error, submit } = useSubmit()
  return (
    <>
      <SettingRow title={displayName}>
        <Button busy={isBusy} onClick={() => void submit(() => unsubscribe(id))}>
          {texts.remove}
          <span class="visually-hidden"> {displayName}</span>
        </Button>
      </SettingRow>
      <FormError>{error}</FormError>
    </>
  )
}

function Choice() {
  const { holidays: texts } = useElsewhereText()
  const language = languageOf(usePreferences())
  const me = useMe()
  const own = useOwnCountry()
  const { data: countries = [] } = useQuery(holidayCountriesQuery)
  const [chosen, setChosen] = useState<{ country: string; region: string } | null>(null)
  const { isBusy, error, submit } = useSubmit()
  const { country, region } = chosen ?? { country: own ?? '', region: WHOLE }
  const nameOf = countryNames(language)
  const regions = countries.find(({ code }) => code === country)?.regions ?? []
  const { compare } = new Intl.Collator(language)

  const show = async () => {
    const place = regions.find(({ code }) => code === region)?.name ?? nameOf(country)
    const displayName = texts.nameOf(place)
    const wanted = { country, region: region === WHOLE ? null : region, displayName }
    if (await submit(() => showHolidays(wanted, me))) showToast({ text: texts.shown(displayName) })
  }
  return (
    <div class="holiday-choice">
      <SelectField
        label={texts.country}
        value={country}
        options={[
          ...(country === '' ? [{ value: '', label: '' }] : []),
          ...countries
            .map(({ code }) => ({ value: code, label: nameOf(code) }))
            .sort((a, b) => compare(a.label, b.label)),
        ]}
        onChange={(country) => setChosen({ country, region: WHOLE })}
      />
      {regions.length > 0 && (
        <SelectField
          label={texts.region}
          hint={texts.regionHint}
          value={region}
          options={[
            { value: WHOLE, label: texts.whole },
            ...regions.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(region) => setChosen({ country, region })}
        />
      )}
      <FormError>{error}</FormError>
      <div>
        <Button kind="primary" busy={isBusy} disabled={country === ''} onClick={() => void show()}>
          {texts.show}
        </Button>
      </div>
    </div>
  )
}
