import { useState } from 'preact/hooks'
import { countryNames, countryOfZone, countryQuery } from '../../data/household-country'
import { type HouseholdZone, zoneQuery } from '../../data/household-zone'
import { useQuery } from '../../data/queries'
import { FormError } from '../../forms/form-dialog'
import { Loaded } from '../../forms/section'
import { useSubmit } from '../../forms/submit'
import { saveWhere, type Where, WhereFields } from '../../forms/where'
import { useSecondaryText } from '../../i18n/secondary'
import { languageOf, usePreferences } from '../../lib/preferences'
import { browserZone } from '../../lib/tz'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form'

/** Where the household lives, null: nobody has said. */
export function useWhereOutcome(): string | null {
  const zone = useQuery(zoneQuery).data
  const country = useQuery(countryQuery).data ?? null
  const nameOf = countryNames(languageOf(usePreferences()))
  if (zone?.isExplicitlySet !== true) return null
  return [zone.timezone, ...(country === null ? [] : [nameOf(country)])].join(', ')
}

/** Asks for the zone and the country. */
export const WhereStep = ({ onDone }: { onDone: () => void }) => (
  <Loaded query={zoneQuery}>
    {(zone) => (
      <Loaded query={countryQuery}>
        {(country) => <WhereForm known={startFrom(zone, country)} onDone={onDone} />}
      </Loaded>
    )}
  </Loaded>
)

/** What was said before; else what the browser says. */
function startFrom({ timezone, isExplicitlySet }: HouseholdZone, country: string | null): Where {
  const zone = isExplicitlySet ? timezone : browserZone()
  return { zone, country: country ?? countryOfZone(zone) }
}

function WhereForm({ known, onDone }: { known: Where; onDone: () => void }) {
  const { setup, welcome } = useSecondaryText()
  const [where, setWhere] = useState(known)
  const { isBusy, error, submit } = useSubmit()
  const save = async () => {
    if (await submit(() => saveWhere(where))) onDone()
  }
  return (
    <Form class="setup-form" onSubmit={() => void save()}>
      <WhereFields where={where} onChange={setWhere} disabled={isBusy} />
      <FormError>{error}</FormError>
      <div class="setup-buttons">
        <Button type="submit" kind="primary" busy={isBusy}>
          {setup.next}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {welcome.skip}
        </Button>
      </div>
    </Form>
  )
}
