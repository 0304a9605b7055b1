import { ApiError } from '../data/http'
import { FormError } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { useWhereOfBrowser, type Where, WhereFields } from '../forms/where'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import * as api from './api'

interface DoneStepProps {
  /** Whoever is let in right after this can say where the household lives. */
  asksWhere: boolean
  /** Nobody has a calendar with whom the household could begin. */
  onMissing: () => void
  onDone: (where: Where) => Promise<void>
}

/** Closes the setup for good. */
export function DoneStep({ asksWhere, onMissing, onDone }: DoneStepProps) {
  const { setup } = useSecondaryText()
  const { done: texts } = setup
  const { isBusy, error, submit } = useSubmit({ 422: texts.missingAdmin, 423: setup.finished.title })
  const [where, setWhere] = useWhereOfBrowser()
  const finish = () =>
    submit(async () => {
      await api.complete().catch((error) => {
        if (error instanceof ApiError && error.status === 422) onMissing()
        throw error
      })
      await onDone(where)
    })
  return (
    <>
      <p>{texts.explain}</p>
      {asksWhere && <WhereFields where={where} onChange={setWhere} />}
      <FormError>{error}</FormError>
      <Button kind="primary" busy={isBusy} onClick={() => void finish()}>
        {texts.finish}
      </Button>
    </>
  )
}
