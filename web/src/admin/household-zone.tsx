import { queries, refresh } from '../data/queries'
import { useSeldomText } from '../i18n/seldom'
import { browserZone } from '../lib/tz'
import { FormError } from '../settings/form-dialog'
import { Loaded } from '../settings/loaded'
import { Section, SettingRow } from '../settings/section'
import { useSubmit } from '../settings/submit'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'
import { showToast } from '../ui/toast'
import type { HouseholdZone as Zone } from './api'
import * as api from './api'
import { adminQueries } from './queries'

/** The zone that every time is drawn in. As long as nobody has chosen, the browser's is offered. */
export function HouseholdZone() {
  const { zone: texts } = useSeldomText().admin
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Loaded query={adminQueries.zone}>{(zone) => <Choice zone={zone} />}</Loaded>
    </Section>
  )
}

function Choice({ zone }: { zone: Zone }) {
  const { zone: texts } = useSeldomText().admin
  const { isBusy, error, submit } = useSubmit()
  const here = browserZone()

  const follow = (words: string) => {
    refresh(['admin', 'zone'])
    refresh(queries.me.queryKey)
    refresh(['events'])
    showToast({ text: words })
  }
  const choose = async (timezone: string) => {
    if (await submit(() => api.setZone(timezone))) follow(texts.changed(timezone))
  }
  const accept = () =>
    submit(async () => {
      const { seeded } = await api.seedZone(here)
      follow(seeded ? texts.changed(here) : texts.already)
    })

  return (
    <>
      {zone.isExplicitlySet === false && (
        <div class="notice zone-offer">
          <SettingRow title={texts.offer(here)}>
            <Button kind="primary" busy={isBusy} onClick={() => void accept()}>
              {texts.use(here)}
            </Button>
          </SettingRow>
        </div>
      )}
      <SelectField
        label={texts.label}
        value={zone.timezone}
        options={zonesWith(zone.timezone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        onChange={(timezone) => void choose(timezone)}
        disabled={isBusy}
      />
      <FormError>{error}</FormError>
    </>
  )
}

/** Every zone the browser knows, and the present one, which it may know under another name. */
function zonesWith(present: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(present) ? known : [present, ...known]
}
