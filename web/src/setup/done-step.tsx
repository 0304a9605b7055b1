import { useSeldomText } from '../i18n/seldom'
import { FormError } from '../settings/form-dialog'
import { useSubmit } from '../settings/submit'
import { Button } from '../ui/button'
import * as api from './api'

/** Closes the setup for good. */
export function DoneStep({ onDone }: { onDone: () => Promise<void> }) {
  const { setup } = useSeldomText()
  const { done: texts } = setup
  const { isBusy, error, submit } = useSubmit({ 422: texts.missingAdmin, 423: setup.finished.title })
  const finish = () =>
    submit(async () => {
      await api.complete()
      await onDone()
    })
  return (
    <>
      <p>{texts.explain}</p>
      <FormError>{error}</FormError>
      <Button kind="primary" busy={isBusy} onClick={() => void finish()}>
        {texts.finish}
      </Button>
    </>
  )
}
