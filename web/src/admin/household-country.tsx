import { useState } from 'preact/hooks'
import { countryQuery, setCountry } from '../data/household-country'
import { FormError } from '../forms/form-dialog'
import { Loaded } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { CountryField } from '../forms/where'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'

/** The country that the household lives in. */
export const HouseholdCountry = () => <Loaded query={countryQuery}>{(country) => <Choice country={country} />}</Loaded>

/** Picking saves nothing: arrow keys pass through every option. */
function Choice({ country }: { country: string | null }) {
  const { common } = useText()
  const { account } = useSecondaryText()
  const { isBusy, error, submit } = useSubmit()
  const [picked, setPicked] = useState(country)
  const save = async () => {
    if (await submit(() => setCountry(picked))) showToast({ text: account.profile.saved })
  }
  return (
    <>
      <CountryField country={picked} onChange={setPicked} disabled={isBusy} />
      {picked !== country && (
        <div>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {common.save}
          </Button>
        </div>
      )}
      <FormError>{error}</FormError>
    </>
  )
}
