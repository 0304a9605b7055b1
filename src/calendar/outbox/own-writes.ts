import { and, desc, eq, inArray } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars, events, outbox } from '../../platform/db/schema'
import { type EventRef, eventOf } from '../event-ref'
import { IcalError } from '../ical/error'
import { formOf, type StoredForm } from '../ical/form'
import type { Zone } from '../ical/zone'
import { readTexts } from '../object-texts'
import { NOT_DONE, type State } from './states'
import { storedPayload } from './stored-form'

/** A write that is pending, failed or dead. */
export interface OwnWrite {
  id: number
  event: EventRef
  operation: 'create' | 'update' | 'delete'
  status: Exclude<State, 'done'>
  error: string | null
  attemptCount: number
  createdAt: Date
  /** The form as it was asked for; null for a delete. */
  form: unknown
  /** The event as it is cached, null when it is not. */
  current: { form: StoredForm; calendarUrl: string } | null
}

/** Nobody looks through more; older ones show once these are settled. */
const MOST_WRITES = 500
/** A move is two rows. */
const MOST_ROWS = 2 * MOST_WRITES
/** Of all titles, locations and descriptions together. */
const MOST_CHARACTERS = 4 * 1024 * 1024
/** Writes whose texts are read before it is known whether they fit. */
const AT_ONCE = 10

/**
 * The member's own writes that are not done, the newest first; a move, which is two rows, once. At most 500, fewer when
 * their texts are long.
 */
export async function readOwnWrites(ctx: Context, memberId: number): Promise<OwnWrite[]> {
  const zone = await householdZone(ctx)
  const rows = await selectNotDone(ctx, memberId)
  const groups = [...Map.groupBy(rows, ({ groupId, id }) => groupId ?? id).values()].slice(0, MOST_WRITES)
  const forms = new Map<number, StoredForm | null>()
  const writes: OwnWrite[] = []
  let characters = 0
  for (let from = 0; from < groups.length; from += AT_ONCE) {
    const some = groups.slice(from, from + AT_ONCE)
    await readForms(
      ctx,
      some.flatMap((group) => cachedOf(group)?.eventId ?? []),
      zone,
      forms,
    )
    for (const group of some) {
      const write = writeOf(group, forms)
      characters += lengthOf(write)
      if (characters > MOST_CHARACTERS) return writes
      writes.push(write)
    }
  }
  return writes
}

type Row = Awaited<ReturnType<typeof selectNotDone>>[number]

/** Without the texts: all rows may be about one event. */
function selectNotDone({ db }: Context, memberId: number) {
  return db
    .select({
      id: outbox.id,
      groupId: outbox.groupId,
      uid: outbox.uid,
      calendarId: outbox.calendarId,
      recurrenceId: outbox.recurrenceId,
      operation: outbox.operation,
      status: outbox.status,
      error: outbox.error,
      attemptCount: outbox.attemptCount,
      createdAt: outbox.createdAt,
      payload: outbox.payload,
      calendarUrl: calendars.url,
      eventId: events.id,
    })
    .from(outbox)
    .leftJoin(calendars, eq(calendars.id, outbox.calendarId))
    .leftJoin(events, and(eq(events.calendarId, outbox.calendarId), eq(events.uid, outbox.uid)))
    .where(and(eq(outbox.authorId, memberId), inArray(outbox.status, NOT_DONE)))
    .orderBy(desc(outbox.id))
    .limit(MOST_ROWS)
}

/** The cached row of a group. The copy of a move is not cached before it is made, its source is. */
const cachedOf = (group: readonly Row[]) => group.findLast(({ eventId }) => eventId !== null)

/** Reads the forms that `forms` lacks into it. */
async function readForms(
  ctx: Context,
  eventIds: readonly number[],
  zone: Zone,
  forms: Map<number, StoredForm | null>,
): Promise<void> {
  const unknown = new Set(eventIds.filter((id) => !forms.has(id)))
  for await (const { id, text } of readTexts(ctx, [...unknown])) forms.set(id, formOrNull(text, zone))
}

function writeOf(group: readonly Row[], forms: ReadonlyMap<number, StoredForm | null>): OwnWrite {
  const row = group.at(-1)!
  const { id, operation, status, error, attemptCount, createdAt, payload } = row
  const cached = cachedOf(group)
  const form = cached === undefined ? null : (forms.get(cached.eventId!) ?? null)
  return {
    id,
    event: eventOf(row),
    operation,
    status: status as OwnWrite['status'],
    error,
    attemptCount,
    createdAt,
    form: storedPayload(payload),
    current: form === null ? null : { form, calendarUrl: cached!.calendarUrl! },
  }
}

const lengthOf = ({ current }: OwnWrite) =>
  current === null ? 0 : current.form.title.length + current.form.location.length + current.form.description.length

function formOrNull(text: string, zone: Zone): StoredForm | null {
  try {
    const form = formOf(text, zone)
    return {
      ...form,
      title: copyOf(form.title),
      location: copyOf(form.location),
      description: copyOf(form.description),
    }
  } catch (error) {
    if (error instanceof IcalError) return null
    throw error
  }
}

/** A slice of a string would keep the whole object in memory. */
const copyOf = (text: string) => Buffer.from(text).toString()
