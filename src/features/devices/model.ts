import { t } from 'elysia'
import { IdInPath, id, instant, oneOf } from '../../platform/http-schema'
import { MAX_DEVICE_NAME_LENGTH } from '../../platform/limits'

export const DeviceOfMemberPath = t.Object({ id: IdInPath, deviceId: IdInPath })

const DEVICE = t.Object({
  id,
  name: t.String({ maxLength: MAX_DEVICE_NAME_LENGTH }),
  kind: oneOf('local', 'oidc'),
  createdAt: instant,
  lastUsedAt: t.String({ format: 'date-time', description: 'UTC, ISO 8601; to the day' }),
  isCurrent: t.Boolean({ description: 'The one that asks' }),
})
export const DEVICES = t.Object({ devices: t.Array(DEVICE) })

/** A device on which somebody stays signed in, as the client sees it. */
export type Device = typeof DEVICE.static
