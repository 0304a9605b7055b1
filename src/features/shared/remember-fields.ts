import { t } from 'elysia'
import { trimmedText } from '../../platform/http-text'
import { MAX_DEVICE_NAME_LENGTH } from '../../platform/limits'

/** Whether the device is to stay signed in, in every body that signs in. */
export const rememberFields = {
  remember: t.Optional(t.Boolean({ description: 'True: the device stays signed in' })),
  deviceName: t.Optional(
    trimmedText(MAX_DEVICE_NAME_LENGTH, { description: 'Ends trimmed; absent: named after what its browser says' }),
  ),
}
