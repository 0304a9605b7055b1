import { and, asc, eq } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { notFound, Refusal } from '../../platform/http-errors'
import type { EffectiveRange, EventRef } from '../event-ref'
import type { PeopleNames } from '../ical/categories'
import type { EventForm, StoredForm } from '../ical/form'
import { asOpened, behind, merge } from '../ical/merge'
import type { Zone } from '../ical/zone'
import type { OpenedForm } from './check-base'
import { formAt } from './effective-range'
import { covering } from './event-rows'
import type { LockedEvent } from './lock'
import { asFor } from './moved-occurrence'
import { presentForm } from './present-form'
import { clash } from './reasons'
import { storedBase, storedForm, withNameable } from './stored-form'

/** What a member wants an event to be. */
export interface Wanted {
  memberId: number
  form: EventForm
  /** The form as the member opened it; null where they do not say. */
  opened: OpenedForm | null
  /** The occurrence that the form speaks of, and how much of its series is meant; null: the event as a whole. */
  effective: EffectiveRange | null
  /** The household's. */
  zone: Zone
  people: PeopleNames
}

/** The columns that keep the form its author started from. */
export interface StartingForm {
  base: string
  isBaseGiven: boolean
}

/**
 * The form that a write starts from: as its author opened it, else as cached. The author's own pending writes do not
 * count as other people's changes. `from` and `to` are the event's calendars before and after.
 * @throws Refusal 409 when somebody else has changed a field to another value meanwhile, 404 when the series does not
 * have the occurrence
 */
export async function startingForm(
  tx: Transaction,
  locked: LockedEvent,
  { from, to }: { from: MemberCalendar; to: MemberCalendar },
  { memberId, form, opened, effective, zone, people }: Wanted,
): Promise<StartingForm> {
  const recurrenceId = effective?.recurrenceId ?? null
  const cached = formAt(locked.text, recurrenceId, zone, people)
  if (cached === null) throw notFound()
  if (opened === null) return { base: JSON.stringify(cached), isBaseGiven: false }
  const at = { event: { ...locked.event, recurrenceId }, cached, zone, people }
  const earlier = await selectEarlier(tx, memberId, at, from)
  const { base, fresh } = behind(earlier, { base: asOpened(cached, opened), form, fresh: cached })
  const { clashes } = merge(base, form, fresh)
  const { calendarUrl = from.url } = opened
  const fields = calendarUrl === from.url || to.url === from.url ? clashes : [...clashes, 'calendarUrl']
  if (fields.length > 0) throw new Refusal(409, clash(fields).error, {}, { current: presentForm(cached, from.url) })
  return { base: JSON.stringify(base), isBaseGiven: true }
}

/** The member's own pending writes that change what the event, or the occurrence, says. */
async function selectEarlier(
  tx: Transaction,
  authorId: number,
  { event, cached, zone, people }: { event: EventRef; cached: StoredForm; zone: Zone; people: PeopleNames },
  { url }: MemberCalendar,
) {
  const rows = await tx
    .select({ payload: outbox.payload, base: outbox.base, formRecurrenceId: outbox.formRecurrenceId })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(
      and(
        eq(outbox.authorId, authorId),
        covering({ ...event, calendarId: null }),
        eq(calendars.url, url),
        eq(outbox.operation, 'update'),
        eq(outbox.status, 'pending'),
      ),
    )
    .orderBy(asc(outbox.id))
  return rows.flatMap((row) => {
    const { form } = storedForm(row)
    if (form === null) return []
    const write = { base: withNameable(storedBase(row), people), form: withNameable(form, people) }
    return [row.formRecurrenceId === event.recurrenceId ? write : asFor(write, cached, zone)]
  })
}
