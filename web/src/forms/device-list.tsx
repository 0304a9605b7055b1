import type { Device } from '../../../src/features/devices/model'
import { useZone } from '../data/session'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { useNow } from '../lib/clock'
import { dayOf, toWall } from '../lib/tz'
import { Button } from '../ui/button'
import { SettingRow } from './section'

interface DeviceListProps {
  devices: readonly Device[]
  isBusy: boolean
  onSignOut: (device: Device) => void
}

/** Where somebody stays signed in; each device can be signed out. */
export function DeviceList({ devices, isBusy, onSignOut }: DeviceListProps) {
  const { devices: texts } = useSecondaryText().settings
  const zone = useZone()
  const today = dayOf(useNow(zone))
  const { dayMonth } = useFormats()
  const lastUse = ({ lastUsedAt }: Device) => {
    const day = dayOf(toWall(Date.parse(lastUsedAt), zone))
    return day === today ? texts.usedToday : texts.usedOn(dayMonth(day))
  }
  if (devices.length === 0) return <p class="hint">{texts.none}</p>
  return (
    <ul class="device-list">
      {devices.map((device) => (
        <li key={device.id}>
          <SettingRow
            title={
              <>
                <strong>{device.name}</strong>
                {device.isCurrent && <span class="chip">{texts.thisOne}</span>}
              </>
            }
            hint={[texts.kinds[device.kind], ...(device.isCurrent ? [] : [lastUse(device)])].join(' · ')}
          >
            <Button busy={isBusy} aria-label={texts.signOutOf(device.name)} onClick={() => onSignOut(device)}>
              {texts.signOut}
            </Button>
          </SettingRow>
        </li>
      ))}
    </ul>
  )
}
