import { useEffect } from 'preact/hooks'
import { FormError } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import * as api from './api'

/** Looks by itself whether the database answers. */
export function DatabaseStep({ onDone }: { onDone: () => void }) {
  const { setup } = useSecondaryText()
  const { isBusy, error, submit } = useSubmit({ 503: setup.database.down, 423: setup.finished.title })

  const look = async () => {
    if (await submit(api.validateDatabase)) onDone()
  }
  useEffect(() => void look(), [])

  return (
    <>
      {isBusy && (
        <p class="hint" role="status">
          {setup.database.checking}
        </p>
      )}
      <FormError>{error}</FormError>
      {error && <Button onClick={() => void look()}>{setup.database.again}</Button>}
    </>
  )
}
