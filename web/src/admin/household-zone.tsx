import { useState } from 'preact/hooks'
import { seedZone, setZone, type HouseholdZone as Zone, zoneOptions } from '../data/household-zone'
import { FormError } from '../forms/form-dialog'
import { Section } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { browserZone } from '../lib/tz'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'
import { showToast } from '../ui/toast'
import { HouseholdCountry } from './household-country'

/** The zone that every time is drawn in. As long as nobody has chosen, the browser's is picked. */
export function HouseholdZone({ zone }: { zone: Zone }) {
  const { zone: texts } = useSecondaryText().admin
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Choice zone={zone} />
      <HouseholdCountry />
    </Section>
  )
}

/** Picking saves nothing: arrow keys pass through every option. */
function Choice({ zone: { timezone, isExplicitlySet } }: { zone: Zone }) {
  const { zone: texts } = useSecondaryText().admin
  const { isBusy, error, submit } = useSubmit()
  const here = browserZone()
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = picked ?? (isExplicitlySet ? timezone : here)

  const save = () =>
    submit(async () => {
      // Two admins may choose at the same moment: the first choice counts.
      if (isExplicitlySet) await setZone(chosen)
      const isMine = isExplicitlySet || (await seedZone(chosen))
      setPicked(null)
      showToast({ text: isMine ? texts.changed(chosen) : texts.already })
    })

  return (
    <>
      {!isExplicitlySet && <p class="notice">{texts.offer(here)}</p>}
      <SelectField
        label={texts.label}
        value={chosen}
        options={zoneOptions(timezone, here)}
        onChange={setPicked}
        disabled={isBusy}
      />
      {(chosen !== timezone || !isExplicitlySet) && (
        <div>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {texts.use(chosen)}
          </Button>
        </div>
      )}
      <FormError>{error}</FormError>
    </>
  )
}
