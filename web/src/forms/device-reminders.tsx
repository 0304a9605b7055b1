import { useEffect, useState } from 'preact/hooks'
import * as api from '../data/api'
import { type DeviceState, readDeviceState, turnOn } from '../data/device-push'
import { ApiError } from '../data/http'
import { useSecondaryText } from '../i18n/secondary'
import { useSubmit } from './submit'

/** Whether reminders come to this device, and switching them on; `publicKey` is undefined while it is not known. */
export function useDeviceReminders(publicKey: string | undefined) {
  const { reminders } = useSecondaryText().account
  const [state, setState] = useDeviceState(publicKey)
  const { isBusy, error, setError, submit } = useSubmit()

  const start = () =>
    submit(async () => {
      const key = publicKey ?? (await api.push.publicKey())
      try {
        const outcome = await turnOn(key)
        if (outcome === 'dismissed') setError(reminders.dismissed)
        else setState(outcome)
      } catch (failure) {
        if (failure instanceof ApiError) throw failure
        // The browser's own push service: each browser words it in its own way.
        setError(reminders.failed)
      }
    })

  return { state, setState, isBusy, error, setError, submit, start }
}

/** The state of this device; looked at again when the page comes back, since permissions are changed elsewhere. */
function useDeviceState(publicKey: string | undefined) {
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

/** Why there can be no reminders here, and what helps; null where they can be switched on, or are. */
export function useObstacle(state: DeviceState | null): string | null {
  const { reminders } = useSecondaryText().account
  const words: Partial<Record<DeviceState, string>> = {
    denied: reminders.denied,
    unsupported: reminders.unsupported,
    'install-first': reminders.installFirst,
    'server-off': reminders.serverOff,
  }
  return state === null ? null : (words[state] ?? null)
}
