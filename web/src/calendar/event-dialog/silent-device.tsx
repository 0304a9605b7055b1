import { useLayoutEffect, useState } from 'preact/hooks'
import { publicKeyQuery } from '../../data/device-push'
import { useQuery } from '../../data/queries'
import { memberId } from '../../data/session'
import { useDeviceReminders, useObstacle } from '../../forms/device-reminders'
import { FormError } from '../../forms/form-dialog'
import { secondaryTexts, useSecondaryText } from '../../i18n/secondary'
import { keepOnDevice } from '../../lib/keep-on-device'
import { needs } from '../../lib/needs'
import { Button } from '../../ui/button'

needs(secondaryTexts)

interface SilentDeviceProps {
  /** Somebody has just chosen a reminder. Of one that stands there it is said once, not at each event. */
  isChosen: boolean
}

/** Beside a reminder: that this device will not ring, and what can be done about it. */
export default function SilentDevice({ isChosen }: SilentDeviceProps) {
  const { data: publicKey, isFetching } = useQuery(publicKeyQuery)
  const [wasTold] = useState(() => localStorage.getItem(toldKey()) !== null)
  if (wasTold && !isChosen) return null
  return publicKey === undefined && isFetching ? null : <Silence publicKey={publicKey} />
}

/** Where the device keeps that its member knows. */
const toldKey = () => `told-silent-${memberId.get()}`

function Silence({ publicKey }: { publicKey: string | undefined }) {
  const { reminders } = useSecondaryText().account
  const { state, isBusy, error, start } = useDeviceReminders(publicKey)
  const obstacle = useObstacle(state)
  const isSilent = state !== null && state !== 'on'
  // At once: a dialog that is closed before the next frame would drop an effect.
  useLayoutEffect(() => {
    if (isSilent) keepOnDevice(toldKey(), 'yes')
  }, [isSilent])
  if (!isSilent) return null
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
