import { and, desc, eq, inArray } from 'drizzle-orm'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars, events, outbox } from '../../platform/db/schema'
import { UNSETTLED } from '../../platform/outbox-states'
import { IcalError } from '../ical/error'
import { formOf, type StoredForm } from '../ical/form'
import type { Zone } from '../ical/zones'
import { readTexts } from '../object-texts'
import { storedPayload } from './stored'

/** A write that is on its way, or could not be made. */
export interface OwnWrite {
  id: number
  uid: string
  calendarId: number | null
  operation: 'create' | 'update' | 'delete'
  status: (typeof UNSETTLED)[number]
  error: string | null
  attemptCount: number
  createdAt: Date
  /** The form as it was asked for; null for a delete. */
  form: unknown
  /** The event as it is cached, null when it is not. */
  current: { form: StoredForm; calendarUrl: string } | null
}

/** Somebody who has more than these cannot look through them, and sees the older ones once these are settled. */
const MOST_WRITES = 500
/** A move is two rows. */
const MOST_ROWS = 2 * MOST_WRITES
/** Of their events' titles, places and descriptions together. */
const MOST_CHARACTERS = 4 * 1024 * 1024
/** Those of as many writes are held until it is known whether they fit. */
const AT_ONCE = 10

/**
 * The member's own writes that are not done, the newest first; a move, which is two rows, once. They are the newest 500,
 * and fewer where the texts of their events are long.
 */
export async function readOwnWrites(ctx: Context, memberId: number): Promise<OwnWrite[]> {
  const zone = await householdZone(ctx)
  const rows = await selectUnsettled(ctx, memberId)
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

type Row = Awaited<ReturnType<typeof selectUnsettled>>[number]

/** Rows without the texts of events: one event may be meant by all of them. */
function selectUnsettled({ db }: Context, memberId: number) {
  return db
    .select({
      id: outbox.id,
      groupId: outbox.groupId,
      uid: outbox.uid,
      calendarId: outbox.calendarId,
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
    .where(and(eq(outbox.authorId, memberId), inArray(outbox.status, UNSETTLED)))
    .orderBy(desc(outbox.id))
    .limit(MOST_ROWS)
}

/** The copy is not there before it is made: what is to be moved stands with the row that removes it. */
const cachedOf = (group: readonly Row[]) => group.findLast(({ eventId }) => eventId !== null)

/** Adds the forms of those events that are not among them yet. */
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
  const { id, uid, calendarId, operation, status, error, attemptCount, createdAt, payload } = group.at(-1)!
  const cached = cachedOf(group)
  const form = cached === undefined ? null : (forms.get(cached.eventId!) ?? null)
  return {
    id,
    uid,
    calendarId,
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

/** A part of a text would hold on to the whole object. */
const copyOf = (text: string) => Buffer.from(text).toString()
