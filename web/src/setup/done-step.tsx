import { FormError } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { useWhereOfBrowser, type Where, WhereFields } from '../forms/where'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'

interface DoneStepProps {
  /** Whoever is let in right after this can say where the household lives. */
  asksWhere: boolean
  /** Closes the setup for good. @throws ApiError 422 where nobody has a calendar with whom the household could begin */
  onDone: (where: Where) => Promise<void>
}

/** The end of the setup. */
export function DoneStep({ asksWhere, onDone }: DoneStepProps) {
  const { done: texts } = useSecondaryText().setup
  const { isBusy, error, submit } = useSubmit({ 422: texts.missingAdmin })
  const [where, setWhere] = useWhereOfBrowser()
  return (
    <>
      <p>{texts.explain}</p>
      {asksWhere && <WhereFields where={where} onChange={setWhere} />}
      <FormError>{error}</FormError>
      <Button kind="primary" busy={isBusy} onClick={() => void submit(() => onDone(where))}>
        {texts.finish}
      </Button>
    </>
  )
}
