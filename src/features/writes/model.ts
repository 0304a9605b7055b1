import { t } from 'elysia'
import type { EventForm } from '../../calendar/ical/form'
import { NOT_DONE } from '../../calendar/outbox/states'
import { amount, id, instant, oneOf, orNull } from '../../platform/http-schema'
import { EVENT_FORM } from '../shared/event-form'
import { range, recurrenceId, uid } from '../shared/schemas'

const WRITE = t.Object({
  id,
  uid,
  recurrenceId: t.Optional(recurrenceId),
  range: t.Optional(range),
  calendarId: orNull(id),
  operation: oneOf('create', 'update', 'delete'),
  status: oneOf(...NOT_DONE),
  error: orNull(t.String({ description: 'Why it could not be made' })),
  attemptCount: amount,
  createdAt: instant,
  form: orNull(
    t.Unsafe<EventForm>(
      t.Object({}, { additionalProperties: true, description: 'As it was asked for; null for a delete' }),
    ),
  ),
  current: orNull(EVENT_FORM),
})
export const WRITES = t.Object({ writes: t.Array(WRITE) })
export const RETRIED = t.Object({ id, uid: t.String() })

export type OwnWrite = typeof WRITE.static
