import { forgetThisDevice, publicKeyQuery } from '../data/device-push'
import { useDeviceReminders, useObstacle } from '../forms/device-reminders'
import { FormError } from '../forms/form-dialog'
import { Loaded, Section, SettingRow } from '../forms/section'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { Loading } from '../ui/loading'
import { showToast } from '../ui/toast'
import * as api from './api'

/** Reminders on this device: on, off, tried, or why they cannot be had. */
export function Reminders() {
  const { reminders } = useSecondaryText().account
  return (
    <Section title={reminders.title}>
      <Loaded query={publicKeyQuery}>{(publicKey) => <ThisDevice publicKey={publicKey} />}</Loaded>
    </Section>
  )
}

function ThisDevice({ publicKey }: { publicKey: string }) {
  const { reminders } = useSecondaryText().account
  const { state, setState, isBusy, error, setError, submit, start } = useDeviceReminders(publicKey)
  const obstacle = useObstacle(state)

  const stop = () =>
    submit(async () => {
      await forgetThisDevice()
      setState('off')
      showToast({ text: reminders.forgotten })
    })

  const test = () =>
    submit(async () => {
      const { devices, accepted } = await api.tryReminders()
      if (accepted > 0) return void showToast({ text: reminders.sent })
      setError(devices === 0 ? reminders.noDevice : reminders.notDelivered)
    })

  return (
    <>
      {state === null && <Loading isFirst />}
      {state === 'off' && (
        <SettingRow title={reminders.off}>
          <Button kind="primary" busy={isBusy} onClick={() => void start()}>
            {reminders.turnOn}
          </Button>
        </SettingRow>
      )}
      {state === 'on' && (
        <SettingRow title={reminders.on}>
          <Button busy={isBusy} onClick={() => void test()}>
            {reminders.test}
          </Button>
          <Button kind="quiet" onClick={() => void stop()}>
            {reminders.turnOff}
          </Button>
        </SettingRow>
      )}
      {obstacle !== null && <p class="notice">{obstacle}</p>}
      <FormError>{error}</FormError>
    </>
  )
}
