import { useEffect, useState } from 'preact/hooks'
import * as dataApi from '../data/api'
import { ApiError } from '../data/http'
import type { Query } from '../data/queries'
import { useSeldomText } from '../i18n/seldom'
import { FormError } from '../settings/form-dialog'
import { Loaded } from '../settings/loaded'
import { Section, SettingRow } from '../settings/section'
import { useSubmit } from '../settings/submit'
import { Button } from '../ui/button'
import { showToast } from '../ui/toast'
import * as api from './api'
import { type DeviceState, forgetThisDevice, readDeviceState, turnOn } from './device-push'

const publicKeyQuery: Query<string> = { queryKey: ['push-key'], queryFn: dataApi.push.publicKey }

/** Reminders on this device: on, off, tried, or why they cannot be had. */
export function Reminders() {
  const { reminders } = useSeldomText().account
  return (
    <Section title={reminders.title}>
      <Loaded query={publicKeyQuery}>{(publicKey) => <ThisDevice publicKey={publicKey} />}</Loaded>
    </Section>
  )
}

function ThisDevice({ publicKey }: { publicKey: string }) {
  const { reminders } = useSeldomText().account
  const [state, setState] = useDeviceState(publicKey)
  const { isBusy, error, setError, submit } = useSubmit()

  const start = () =>
    submit(async () => {
      try {
        const outcome = await turnOn(publicKey)
        if (outcome === 'dismissed') setError(reminders.dismissed)
        else setState(outcome)
      } catch (failure) {
        if (failure instanceof ApiError) throw failure
        // The browser's own push service: each browser words it in its own way.
        setError(reminders.failed)
      }
    })

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
      <Obstacle state={state} />
      <FormError>{error}</FormError>
    </>
  )
}

/** Why there can be no reminders here, and what helps. */
function Obstacle({ state }: { state: DeviceState | null }) {
  const { reminders } = useSeldomText().account
  const words: Partial<Record<DeviceState, string>> = {
    denied: reminders.denied,
    unsupported: reminders.unsupported,
    'install-first': reminders.installFirst,
    'server-off': reminders.serverOff,
  }
  const text = state === null ? undefined : words[state]
  return text === undefined ? null : <p class="notice">{text}</p>
}

/** The state of this device; looked at again when the page comes back, since permissions are changed elsewhere. */
function useDeviceState(publicKey: string) {
  const [state, setState] = useState<DeviceState | null>(null)
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void readDeviceState(publicKey).then(setState)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [publicKey])
  return [state, setState] as const
}
