import type { EffectiveRange } from '../../calendar/event-ref'
import { changedFields } from '../../calendar/ical/changes'
import { asOpened } from '../../calendar/ical/merge'
import type { Zone } from '../../calendar/ical/zone'
import { effectiveOn, formAt } from '../../calendar/outbox/effective-range'
import type { Wanted } from '../../calendar/outbox/queue'
import type { Executor } from '../../platform/db/client'
import { Refusal } from '../../platform/http-errors'
import type { FoundEvent } from './access'
import { isInvitation } from './meeting'

/** What whoever is invited decides for themselves (RFC 6638, 3.2.2.1). */
const OWN_FIELDS = new Set<string>(['reminderLeadMinutes', 'reminders'])

interface Asked {
  effective: EffectiveRange
  /** Null: it is to be removed. */
  change: Pick<Wanted, 'form' | 'opened' | 'people'> | null
  /** The household's. */
  zone: Zone
}

/**
 * Refuses to change occurrences of an event that somebody else organizes, beyond its reminders and its calendar; one of
 * them may be declined, and all of them.
 * @throws Refusal 403, 404 for an occurrence that the series does not have
 */
export async function refuseForInvited(
  ctx: { db: Executor },
  found: FoundEvent,
  { effective, change, zone }: Asked,
): Promise<void> {
  if (!(await isInvitation(ctx, found))) return
  const { range, recurrenceId } = effectiveOn(found.text, effective, zone)
  // The later ones would become another event, which the organizer does not know.
  if (range === 'thisAndFuture') throw new Refusal(403, 'Only the organizer can divide this series')
  const current = change && formAt(found.text, recurrenceId, zone, change.people)
  if (change === null || current === null) return
  const { form, opened } = change
  const changes = changedFields(opened === null ? current : asOpened(current, opened), form)
  if (Object.keys(changes).some((field) => !OWN_FIELDS.has(field))) {
    throw new Refusal(403, 'Only the organizer can change this event; its reminders and its calendar are your own')
  }
}
