import type { EventForm } from '../../calendar/ical/form'
import type { OwnWrite as UnsettledWrite } from '../../calendar/outbox/own-writes'
import { presentForm } from '../../calendar/outbox/present-form'
import type { OwnWrite } from './model'

/** A write as its author sees it. */
export const presentWrite = (write: UnsettledWrite): OwnWrite => ({
  id: write.id,
  uid: write.event.uid,
  ...write.effective,
  calendarId: write.event.calendarId,
  operation: write.operation,
  status: write.status,
  error: write.error,
  attemptCount: write.attemptCount,
  createdAt: write.createdAt.toISOString(),
  form: write.form as EventForm | null,
  current: write.current === null ? null : presentForm(write.current.form, write.current.calendarUrl),
})
