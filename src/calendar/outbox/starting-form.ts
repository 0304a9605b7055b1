import { and, asc, eq } from 'drizzle-orm'
import type { MemberCalendar } from '../../household/calendars'
import type { Transaction } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { Refusal } from '../../platform/http-errors'
import type { EventRef } from '../event-ref'
import { type EventForm, formOf } from '../ical/form'
import { asOpened, behind, merge } from '../ical/merge'
import type { Zone } from '../ical/zone'
import type { OpenedForm } from './check-base'
import { concerning } from './event-rows'
import type { LockedEvent } from './lock'
import { presentForm } from './present-form'
import { clash } from './reasons'
import { storedBase, storedForm } from './stored-form'

/** What a member wants an event to be. */
export interface Wanted {
  memberId: number
  form: EventForm
  /** The form as the member opened it; null where they do not say. */
  opened: OpenedForm | null
  /** The household's. */
  zone: Zone
}

/** The columns that keep the form its author started from. */
export interface StartingForm {
  base: string
  isBaseGiven: boolean
}

/**
 * The form that a write starts from: as its author opened it, else as cached. The author's own pending writes do not
 * count as other people's changes. `from` and `to` are the event's calendars before and after.
 * @throws Refusal 409 when somebody else has changed a field to another value meanwhile
 */
export async function startingForm(
  tx: Transaction,
  locked: LockedEvent,
  { from, to }: { from: MemberCalendar; to: MemberCalendar },
  { memberId, form, opened, zone }: Wanted,
): Promise<StartingForm> {
  const cached = formOf(locked.text, zone)
  if (opened === null) return { base: JSON.stringify(cached), isBaseGiven: false }
  const earlier = await selectEarlier(tx, memberId, locked.event, from)
  const { base, fresh } = behind(earlier, { base: asOpened(cached, opened), form, fresh: cached })
  const { clashes } = merge(base, form, fresh)
  const { calendarUrl = from.url } = opened
  const fields = calendarUrl === from.url || to.url === from.url ? clashes : [...clashes, 'calendarUrl']
  if (fields.length > 0) throw new Refusal(409, clash(fields).error, {}, { current: presentForm(cached, from.url) })
  return { base: JSON.stringify(base), isBaseGiven: true }
}

/** The member's own pending writes of the event. */
async function selectEarlier(tx: Transaction, authorId: number, event: EventRef, { url }: MemberCalendar) {
  const rows = await tx
    .select({ payload: outbox.payload, base: outbox.base })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(
      and(
        eq(outbox.authorId, authorId),
        concerning({ ...event, calendarId: null }),
        eq(calendars.url, url),
        eq(outbox.operation, 'update'),
        eq(outbox.status, 'pending'),
      ),
    )
    .orderBy(asc(outbox.id))
  return rows.flatMap((row) => {
    const { form } = storedForm(row)
    return form === null ? [] : [{ base: storedBase(row), form }]
  })
}
