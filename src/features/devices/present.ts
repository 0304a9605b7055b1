import type { Device as DeviceRow } from '../../identity/devices/devices'
import type { Device } from './model'

/** @param current the device that asks, null for none */
export const presentDevice = (
  { id, name, kind, createdAt, lastUsedAt }: DeviceRow,
  current: number | null,
): Device => ({
  id,
  name,
  kind,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  isCurrent: id === current,
})
