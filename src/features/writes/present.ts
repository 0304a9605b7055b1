import type { OwnWrite } from '../../calendar/outbox/own-writes'
import { presentForm } from '../../calendar/outbox/present-form'

/** A write as its author sees it. */
export const presentWrite = (write: OwnWrite) => ({
  id: write.id,
  uid: write.event.uid,
  calendarId: write.event.calendarId,
  operation: write.operation,
  status: write.status,
  error: write.error,
  attemptCount: write.attemptCount,
  createdAt: write.createdAt.toISOString(),
  form: write.form,
  current: write.current === null ? null : presentForm(write.current.form, write.current.calendarUrl),
})
