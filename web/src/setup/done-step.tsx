import { useState } from 'preact/hooks'
import { zoneOptions } from '../data/household-zone'
import { FormError } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { browserZone } from '../lib/tz'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'
import * as api from './api'

interface DoneStepProps {
  /** Whoever is let in right after this can say where the household lives. */
  asksForZone: boolean
  onDone: (zone: string) => Promise<void>
}

/** Closes the setup for good. */
export function DoneStep({ asksForZone, onDone }: DoneStepProps) {
  const { setup } = useSecondaryText()
  const { done: texts } = setup
  const { isBusy, error, submit } = useSubmit({ 422: texts.missingAdmin, 423: setup.finished.title })
  const [zone, setZone] = useState(browserZone)
  const finish = () =>
    submit(async () => {
      await api.complete()
      await onDone(zone)
    })
  return (
    <>
      <p>{texts.explain}</p>
      {asksForZone && (
        <SelectField
          label={texts.zone}
          hint={texts.zoneHint}
          value={zone}
          options={zoneOptions(browserZone())}
          onChange={setZone}
        />
      )}
      <FormError>{error}</FormError>
      <Button kind="primary" busy={isBusy} onClick={() => void finish()}>
        {texts.finish}
      </Button>
    </>
  )
}
