import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { readDirectory } from '../../household/people-names'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { calendars, events, outbox } from '../../platform/db/schema'
import { TimeSlice } from '../../platform/time-slice'
import { type EffectiveRange, type EventRef, eventOf } from '../event-ref'
import type { PeopleNames } from '../ical/categories'
import { IcalError } from '../ical/error'
import type { StoredForm } from '../ical/form'
import type { Zone } from '../ical/zone'
import { readTexts } from '../object-texts'
import { formAt } from './effective-range'
import { isReturn } from './jobs'
import { NOT_DONE, type State } from './states'
import { storedPayload } from './stored-form'

/** A write that is pending, failed or dead. */
export interface OwnWrite {
  id: number
  event: EventRef
  /** How much of a series it is about, and from which occurrence; null: the event as a whole. */
  effective: EffectiveRange | null
  operation: 'create' | 'update' | 'delete'
  status: Exclude<State, 'done'>
  error: string | null
  attemptCount: number
  createdAt: Date
  /** The form as it was asked for; null for a delete. */
  form: unknown
  /** The event, or the occurrence, as it is cached; null when it is not, or the member may not read it any more. */
  current: { form: StoredForm; calendarUrl: string } | null
}

/** Nobody looks through more; older ones show once these are settled. */
const MAX_WRITES = 500
/** A move is two rows. */
const MAX_ROWS = 2 * MAX_WRITES
/** Of all forms, and the titles, locations and descriptions of what is cached, together. */
const MAX_CHARACTERS = 4 * 1024 * 1024
/** Writes whose texts are read before it is known whether they fit. */
const AT_ONCE = 10

/**
 * The member's own writes that are not done, the newest first; a move, which is two rows, once. At most 500, fewer when
 * their texts are long.
 */
export async function readOwnWrites(ctx: Context, memberId: number): Promise<OwnWrite[]> {
  const [zone, people] = await Promise.all([householdZone(ctx), readDirectory(ctx)])
  const rows = asked(await selectNotDone(ctx, memberId))
  const groups = [...Map.groupBy(rows, ({ groupId, id }) => groupId ?? id).values()].slice(0, MAX_WRITES)
  const forms: Forms = new Map()
  const writes: OwnWrite[] = []
  let characters = 0
  for (let from = 0; from < groups.length; from += AT_ONCE) {
    const some = groups.slice(from, from + AT_ONCE)
    await readForms(
      ctx,
      some.flatMap((group) => sourceOf(group) ?? []),
      { zone, people },
      forms,
    )
    for (const group of some) {
      const write = writeOf(group, forms)
      characters += (group.at(-1)!.payload?.length ?? 0) + lengthOf(write)
      if (characters > MAX_CHARACTERS) return writes
      writes.push(write)
    }
  }
  return writes
}

type Row = Awaited<ReturnType<typeof selectNotDone>>[number]

/** Without the events' texts: all rows may be about one. What the member may not read any more has no event and no URL. */
function selectNotDone({ db }: Context, memberId: number) {
  const isReadable = or(eq(calendars.userId, memberId), eq(calendars.isShared, true))
  return db
    .select({
      id: outbox.id,
      groupId: outbox.groupId,
      uid: outbox.uid,
      calendarId: outbox.calendarId,
      recurrenceId: outbox.recurrenceId,
      destinationHref: outbox.destinationHref,
      range: outbox.range,
      formRecurrenceId: outbox.formRecurrenceId,
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
    .leftJoin(calendars, and(eq(calendars.id, outbox.calendarId), isReadable))
    .leftJoin(events, and(eq(events.calendarId, calendars.id), eq(events.uid, outbox.uid)))
    .where(and(eq(outbox.authorId, memberId), inArray(outbox.status, NOT_DONE), eq(outbox.isImport, false)))
    .orderBy(desc(outbox.id))
    .limit(MAX_ROWS)
}

/** Nobody has asked for a copy to be taken back: that is named by itself once it has failed and its move is given up. */
function asked(rows: readonly Row[]): Row[] {
  const copies = new Set(rows.flatMap(({ operation, groupId, uid }) => (operation === 'create' && groupId ? uid : [])))
  return rows.filter((row) => !isReturn(row) || (row.status !== 'pending' && !copies.has(row.uid)))
}

/** The cached event that a group changes, and the occurrence in it; null: the event as a whole. */
interface Source {
  eventId: number
  recurrenceId: string | null
  calendarUrl: string
}

/** The copy of a move is not cached before it is made, its source is. */
function sourceOf(group: readonly Row[]): Source | null {
  const cached = group.findLast(({ eventId }) => eventId !== null)
  if (cached === undefined) return null
  const { range, formRecurrenceId } = group.at(-1)!
  // Copied by itself, an occurrence is an event.
  const recurrenceId = range === 'this' && cached.operation === 'create' ? null : formRecurrenceId
  return { eventId: cached.eventId!, recurrenceId, calendarUrl: cached.calendarUrl! }
}

/** What is cached, by `keyOf` its source. */
type Forms = Map<string, StoredForm | null>

const keyOf = ({ eventId, recurrenceId }: Pick<Source, 'eventId' | 'recurrenceId'>) =>
  `${eventId} ${recurrenceId ?? ''}`

/** Reads the forms that `forms` lacks into it. */
async function readForms(
  ctx: Context,
  sources: readonly Source[],
  household: { zone: Zone; people: PeopleNames },
  forms: Forms,
): Promise<void> {
  const unknown = Map.groupBy(
    sources.filter((source) => !forms.has(keyOf(source))),
    ({ eventId }) => eventId,
  )
  const slice = new TimeSlice()
  for await (const { id: eventId, text } of readTexts(ctx, [...unknown.keys()])) {
    for (const recurrenceId of new Set(unknown.get(eventId)!.map((source) => source.recurrenceId))) {
      await slice.giveWay()
      forms.set(keyOf({ eventId, recurrenceId }), formOrNull(text, recurrenceId, household))
    }
  }
}

function writeOf(group: readonly Row[], forms: Forms): OwnWrite {
  const row = group.at(-1)!
  const { id, operation, range, formRecurrenceId, status, error, attemptCount, createdAt, payload } = row
  const source = sourceOf(group)
  const form = source === null ? null : (forms.get(keyOf(source)) ?? null)
  return {
    id,
    event: eventOf(row),
    effective: range === null || formRecurrenceId === null ? null : { range, recurrenceId: formRecurrenceId },
    operation,
    status: status as OwnWrite['status'],
    error,
    attemptCount,
    createdAt,
    form: storedPayload(payload),
    current: form === null ? null : { form, calendarUrl: source!.calendarUrl },
  }
}

const lengthOf = ({ current }: OwnWrite) =>
  current === null ? 0 : current.form.title.length + current.form.location.length + current.form.description.length

function formOrNull(
  text: string,
  recurrenceId: string | null,
  { zone, people }: { zone: Zone; people: PeopleNames },
): StoredForm | null {
  try {
    const form = formAt(text, recurrenceId, zone, people)
    if (form === null) return null
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
