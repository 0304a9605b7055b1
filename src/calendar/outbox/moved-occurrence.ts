import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Executor } from '../../platform/db/client'
import { calendars, outbox } from '../../platform/db/schema'
import { DAY, dayOfWall } from '../ical/civil'
import type { EventForm, StoredForm } from '../ical/form'
import { formTimes } from '../ical/form-times'
import { formOfInstance } from '../ical/instance'
import { recurrenceIdOf } from '../ical/recurrence-id'
import { UTC, type Zone } from '../ical/zone'
import { toUtcSeconds, toWallSeconds } from '../ical/zone/table'
import { inObject } from './event-rows'
import type { Job, OutboxRow } from './jobs'
import { storedBase, storedForm } from './stored-form'

/** An occurrence is named by its original start, and that moves with its series. */

type Waiting = Pick<Job, 'row' | 'calendar'>

type Times = Pick<StoredForm, 'allDay' | 'start' | 'end'>

/** A write of a series that was made, and the occurrence that its form spoke of. */
interface SeriesWrite {
  formRecurrenceId: string | null
  base: StoredForm
  form: EventForm
}

/**
 * The row with its occurrence as it is named in `text`: writes of the series that were made while the row was waiting
 * may have moved it. An occurrence that they did not speak of is followed from hour to hour alone.
 */
export async function renamed(
  db: Executor,
  { row, calendar }: Waiting,
  text: string,
  household: Zone,
): Promise<OutboxRow> {
  const asked = row.formRecurrenceId
  if (asked === null) return row
  const made = await selectMade(db, { row, calendar })
  const formRecurrenceId = made.reduce((name, write) => nameAfter(write, asked, name, household), asked)
  return formOfInstance(text, formRecurrenceId, household) === null ? row : { ...row, formRecurrenceId }
}

async function selectMade(db: Executor, { row, calendar }: Waiting): Promise<SeriesWrite[]> {
  const { formRecurrenceId, payload, base } = outbox
  const rows = await db
    .select({ formRecurrenceId, payload, base })
    .from(outbox)
    .innerJoin(calendars, eq(calendars.id, outbox.calendarId))
    .where(
      and(
        inObject(calendar.url, row.uid),
        eq(outbox.operation, 'update'),
        isNull(outbox.recurrenceId),
        eq(outbox.status, 'done'),
        lt(outbox.id, row.id),
        gt(outbox.updatedAt, row.createdAt),
      ),
    )
    .orderBy(asc(outbox.id))
  return rows.flatMap((write) => {
    const { form } = storedForm(write)
    return form === null ? [] : [{ formRecurrenceId: write.formRecurrenceId, base: storedBase(write), form }]
  })
}

/** The name after a write of an occurrence that had `name` before it, and `asked` when it was queued. */
function nameAfter(
  { formRecurrenceId, base, form }: SeriesWrite,
  asked: string,
  name: string,
  household: Zone,
): string {
  const [before, after] = [formTimes(base), formTimes(form)]
  if (before.start === after.start && before.isDate === after.isDate) return name
  const stood = recurrenceIdOf(before.start, before.isDate)
  const isSame = formRecurrenceId === asked
  if (isSame && (stood === asked || stood === name)) return recurrenceIdOf(after.start, after.isDate)
  if (before.isDate || after.isDate || !(isSame || isWithinDay(base, form, household))) return name
  return recurrenceIdOf(shifted(Date.parse(name) / 1000, { base, form }, household), false)
}

/** The same write as it changes another occurrence, which stands as `cached`. */
export function asFor<Base extends Times>(
  { base, form }: { base: Base; form: EventForm },
  cached: StoredForm,
  household: Zone,
): { base: Base; form: EventForm } {
  const { allDay, start, end } = cached
  if (form.allDay !== allDay || base.allDay !== allDay) return { base, form }
  const [stands, before, wanted] = [formTimes(cached), formTimes(base), formTimes(form)]
  // One that lasts longer than the others goes on doing so.
  const isSameLength = wanted.end - wanted.start === before.end - before.start
  const { end: stop, start: from } = isSameLength ? stands : wanted
  const begin = shifted(stands.start, { base, form }, allDay ? UTC : household)
  const until = begin + stop - from - (allDay ? DAY : 0)
  return {
    base: { ...base, start, end },
    form: { ...form, start: recurrenceIdOf(begin, allDay), end: recurrenceIdOf(until, allDay) },
  }
}

/** An instant (UTC seconds) moved on the wall clock as a form moves its start. */
function shifted(seconds: number, { base, form }: { base: Times; form: Times }, zone: Zone): number {
  const shift = toWallSeconds(zone, formTimes(form).start) - toWallSeconds(zone, formTimes(base).start)
  return shift === 0 ? seconds : toUtcSeconds(zone, toWallSeconds(zone, seconds) + shift)
}

const isWithinDay = (base: StoredForm, form: EventForm, zone: Zone) => {
  const [before, after] = [base, form].map((one) => dayOfWall(toWallSeconds(zone, formTimes(one).start)))
  return before === after
}
