import type { Device } from '../../../src/features/devices/model'
import { refresh } from '../data/queries'
import { signOut } from '../data/sign-out'
import { DeviceList } from '../forms/device-list'
import { FormError } from '../forms/form-dialog'
import { Loaded, Section } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { confirm } from '../ui/confirm'
import { showToast } from '../ui/toast'
import * as api from './api'

/** Where the member stays signed in. */
export function Devices() {
  const { account, settings } = useSecondaryText()
  const { devices: texts } = account
  // Signed out from another device meanwhile: 404. The list is read again.
  const { isBusy, error, submit } = useSubmit({ 404: settings.devices.gone })

  const end = async (device: Device) => {
    if (device.isCurrent) return signOut()
    const isDone = await submit(() => api.signOutDevice(device.id))
    refresh(api.devices.queryKey)
    if (isDone) showToast({ text: settings.devices.wasSignedOut(device.name) })
  }

  const endAll = async () => {
    const question = { title: texts.allTitle, body: texts.allBody, action: texts.all }
    if (!(await confirm(question))) return
    if (await submit(api.signOutEverywhere)) await signOut()
  }

  return (
    <Section title={texts.title} hint={texts.hint}>
      <Loaded query={api.devices}>
        {(devices) => <DeviceList devices={devices} isBusy={isBusy} onSignOut={(device) => void end(device)} />}
      </Loaded>
      <FormError>{error}</FormError>
      <div>
        <Button busy={isBusy} onClick={() => void endAll()}>
          {texts.all}
        </Button>
      </div>
    </Section>
  )
}
