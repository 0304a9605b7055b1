import { useState } from 'preact/hooks'
import { countryOfZone, countryOptions, setCountry } from '../data/household-country'
import { setZone, zoneOptions } from '../data/household-zone'
import { useSecondaryText } from '../i18n/secondary'
import { languageOf, usePreferences } from '../lib/preferences'
import { browserZone } from '../lib/tz'
import { SelectField } from '../ui/field'

/** Where the household lives. */
export interface Where {
  zone: string
  /** ISO 3166-1; null: not said. */
  country: string | null
}

const NOT_SAID = ''

/** As the browser has it, to be changed. */
export function useWhereOfBrowser() {
  return useState<Where>(() => ({ zone: browserZone(), country: countryOfZone(browserZone()) }))
}

/** Stores both. @throws ApiError */
export async function saveWhere({ zone, country }: Where): Promise<void> {
  await setZone(zone)
  await setCountry(country)
}

interface WhereFieldsProps {
  where: Where
  onChange: (where: Where) => void
  disabled?: boolean
}

/** Picking saves nothing: arrow keys pass through every option. */
export function WhereFields({ where, onChange, disabled = false }: WhereFieldsProps) {
  const { where: texts } = useSecondaryText().settings
  return (
    <>
      <SelectField
        label={texts.zone}
        hint={texts.zoneHint}
        value={where.zone}
        options={zoneOptions(where.zone, browserZone())}
        onChange={(zone) => onChange({ ...where, zone })}
        disabled={disabled}
      />
      <CountryField
        country={where.country}
        onChange={(country) => onChange({ ...where, country })}
        disabled={disabled}
      />
    </>
  )
}

interface CountryFieldProps {
  country: string | null
  onChange: (country: string | null) => void
  disabled?: boolean
}

export function CountryField({ country, onChange, disabled = false }: CountryFieldProps) {
  const { where: texts } = useSecondaryText().settings
  const language = languageOf(usePreferences())
  return (
    <SelectField
      label={texts.country}
      hint={texts.countryHint}
      value={country ?? NOT_SAID}
      options={[{ value: NOT_SAID, label: texts.notSaid }, ...countryOptions(language)]}
      onChange={(chosen) => onChange(chosen === NOT_SAID ? null : chosen)}
      disabled={disabled}
    />
  )
}
