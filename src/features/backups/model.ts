import { t } from 'elysia'
import { FAILURES } from '../../household/backup-state'
import { amount, instant, oneOf, orNull } from '../../platform/http-schema'

const LAST = t.Object({
  at: instant,
  name: t.String(),
  place: t.String({ description: 'Where it is, as the service sees it: its folder' }),
  size: t.Integer({ minimum: 0, description: 'Bytes' }),
  rows: amount,
  isEncrypted: t.Boolean(),
})
const COPY = t.Object({
  place: t.String({ description: 'The bucket, and the folder in it' }),
  at: orNull(t.String({ format: 'date-time', description: 'When the last backup was copied; null: it is not yet' })),
})
const FAILURE = t.Object({ at: instant, reason: oneOf(...FAILURES) })

export const BACKUPS = t.Object({
  isOn: t.Boolean({ description: 'Whether the service makes backups by itself' }),
  last: orNull(LAST),
  copy: orNull(COPY),
  failure: orNull(FAILURE),
  nextAt: orNull(instant),
})

export type Backups = typeof BACKUPS.static
