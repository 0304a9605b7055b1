import { publicKeyQuery } from '../../data/device-push'
import { useQuery } from '../../data/queries'
import { useDeviceReminders, useObstacle } from '../../forms/device-reminders'
import { FormError } from '../../forms/form-dialog'
import { secondaryTexts, useSecondaryText } from '../../i18n/secondary'
import { Button } from '../../ui/button'

await secondaryTexts()

/** Beside a reminder that was chosen: that this device will not ring, and what can be done about it. */
export default function SilentDevice() {
  const { data: publicKey, isFetching } = useQuery(publicKeyQuery)
  return publicKey === undefined && isFetching ? null : <Silence publicKey={publicKey} />
}

function Silence({ publicKey }: { publicKey: string | undefined }) {
  const { reminders } = useSecondaryText().account
  const { state, isBusy, error, start } = useDeviceReminders(publicKey)
  const obstacle = useObstacle(state)
  if (state === null || state === 'on') return null
  return (
    <div class="notice warn form-notice" role="status">
      <p>
        {reminders.silent} {obstacle}
      </p>
      {state === 'off' && (
        <Button busy={isBusy} onClick={() => void start()}>
          {reminders.turnOn}
        </Button>
      )}
      <FormError>{error}</FormError>
    </div>
  )
}
