import { refusedWritesQuery, retryWrites } from '../data/calendar-account'
import { useQuery } from '../data/queries'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'
import { FormError } from './form-dialog'
import { useSubmit } from './submit'

/** Offers to send what was not saved while the calendar did not accept the password; nothing where there is nothing. */
export function RefusedWrites() {
  const { calendar } = useSecondaryText().account
  const { data: ids = [] } = useQuery(refusedWritesQuery)
  const { isBusy, error, submit } = useSubmit()
  if (ids.length === 0) return null
  const send = async () => {
    if (await submit(() => retryWrites(ids))) showToast({ text: calendar.sentAgain })
  }
  return (
    <div class="area-note" role="status">
      <p>{calendar.notSaved(ids.length)}</p>
      <Button kind="primary" busy={isBusy} onClick={() => void send()}>
        {calendar.tryAll}
      </Button>
      <FormError>{error}</FormError>
    </div>
  )
}
