import { useMemo } from 'preact/hooks'
import type { Device } from '../../../src/features/devices/model'
import { refresh } from '../data/queries'
import { useMe } from '../data/session'
import { signOut } from '../data/sign-out'
import { DeviceList } from '../forms/device-list'
import { FormError } from '../forms/form-dialog'
import { Loaded } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { showToast } from '../ui/toast'
import type { AdminMember } from './api'
import * as api from './api'
import { adminQueries } from './queries'

interface MemberDevicesProps {
  member: AdminMember
  name: string
  /** Ends what is not listed, too: sign-ins that no device remembers. */
  onSignOutEverywhere: () => void
  onClose: () => void
}

/** Where a member stays signed in, as when one of their devices was lost. */
export function MemberDevices({ member, name, onSignOutEverywhere, onClose }: MemberDevicesProps) {
  const { admin, settings } = useSecondaryText()
  const me = useMe()
  const devices = useMemo(() => adminQueries.devices(member.id), [member.id])
  const { isBusy, error, submit } = useSubmit({ 404: settings.devices.gone })

  const end = async (device: Device) => {
    if (device.isCurrent && member.id === me.id) return signOut()
    const isDone = await submit(() => api.signOutDevice(member.id, device.id))
    refresh(devices.queryKey)
    if (isDone) showToast({ text: settings.devices.wasSignedOut(device.name) })
  }

  return (
    <Dialog title={admin.members.devicesTitle(name)} onClose={onClose}>
      <Loaded query={devices}>
        {(found) => <DeviceList devices={found} isBusy={isBusy} onSignOut={(device) => void end(device)} />}
      </Loaded>
      <FormError>{error}</FormError>
      <div>
        <Button busy={isBusy} onClick={onSignOutEverywhere}>
          {admin.members.signOut}
        </Button>
      </div>
    </Dialog>
  )
}
