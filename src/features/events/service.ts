import { type EffectiveRange, type EventRef, wholeEvent } from '../../calendar/event-ref'
import { type EventForm, formOf } from '../../calendar/ical/form'
import { countInstances, formOfInstance } from '../../calendar/ical/instance'
import { checkBase, type OpenedForm } from '../../calendar/outbox/check-base'
import { checkEventForm } from '../../calendar/outbox/check-form'
import { refuseUnknownPeople } from '../../calendar/outbox/check-people'
import { saidByStanding, standingFor } from '../../calendar/outbox/left-out'
import { presentForm } from '../../calendar/outbox/present-form'
import { announceQueued, type Queued, queueCreate, queueDelete } from '../../calendar/outbox/queue'
import { queueChange } from '../../calendar/outbox/queue-move'
import { syncStatus } from '../../calendar/outbox/status'
import { withNameable } from '../../calendar/outbox/stored-form'
import { readDirectory } from '../../household/people-names'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import type { Executor, Transaction } from '../../platform/db/client'
import { inTransaction } from '../../platform/db/transaction'
import { badRequest, notFound } from '../../platform/http-errors'
import { type KeyedRequest, writeOnce } from '../../platform/idempotency'
import type { StoredInstance } from '../shared/event-form'
import { defaultCalendar, findEvent, findWritableEvent, targetCalendar } from './access'
import { refuseForInvited } from './invitation'

/** The event, or the occurrence, as an edit dialog starts from it; of a series, the series. @throws Refusal 404 */
export async function readForm(ctx: Context, memberId: number, event: EventRef): Promise<StoredInstance> {
  const { text, calendar } = await findEvent(ctx.db, memberId, event)
  const [zone, people] = await Promise.all([householdZone(ctx), readDirectory(ctx)])
  const { recurrenceId } = event
  if (recurrenceId === null) return presentForm(formOf(text, zone, people), calendar.url)
  const form = formOfInstance(text, recurrenceId, zone, people)
  if (form === null) throw notFound()
  const { isOverride } = form
  const occurrences = countInstances(text, recurrenceId, zone)
  return { ...presentForm(form, calendar.url), recurrenceId, isOverride, occurrences }
}

/** An event, and the occurrences of it that a request is about; null: the event as a whole. */
interface Asked {
  event: EventRef
  effective: EffectiveRange | null
}

/**
 * Queues a new event; with a key, once however often it is sent. Returns its uid.
 * @throws Refusal 400, 403, 422 also for a key that came with another request
 */
export async function createEvent(ctx: Context, memberId: number, body: unknown, key: string | null): Promise<string> {
  const form = validForm(body)
  const parts = ['create event', form]
  return queueOnce(ctx, { memberId, key, parts }, [], async (tx) =>
    queueCreate(ctx, tx, await targetOf(tx, memberId, form), { memberId, form }),
  )
}

/**
 * Queues a change of an event, or of occurrences, or the move when the form names another calendar; with a key, once
 * however often it is sent. A body that brings the form as it was opened, as `base`, changes what differs from it.
 * Returns the uid under which the event, or the occurrence, stands afterwards.
 * @throws Refusal 400, 403, 404, 409 when others have changed the same to another value, 422
 */
export async function changeEvent(
  ctx: Context,
  memberId: number,
  { event, effective }: Asked,
  body: unknown,
  key: string | null,
): Promise<string> {
  const form = validForm(body, (body as { base?: unknown } | null)?.base)
  if (effective?.range === 'this') refuseRecurrence(form)
  const opened = openedForm(body)
  const zone = await householdZone(ctx)
  const { calendarId, uid } = event
  const rest = [effective, opened].filter((part) => part !== null)
  const parts = ['change event', uid, calendarId, form, ...rest]
  return queueOnce(ctx, { memberId, key, parts }, [event], async (tx) => {
    const found = await findWritableEvent(tx, memberId, event)
    const people = await readDirectory({ db: tx })
    refuseUnknownPeople(form, people)
    const change = { form: withNameable(form, people), opened: opened && withNameable(opened, people) }
    const { calendarUrl = found.calendar.url } = form
    const isToStay = calendarUrl === found.calendar.url || calendarUrl === opened?.calendarUrl
    const target = isToStay ? found.calendar : await targetCalendar(tx, memberId, calendarUrl)
    const asked = { memberId, ...change, effective, zone, people }
    const wanted = await saidByStanding(tx, found, asked)
    if (wanted.effective !== null)
      await refuseForInvited({ db: tx }, found, { effective: wanted.effective, change: wanted, zone })
    return queueChange(ctx, tx, { ...found, target }, wanted)
  })
}

/**
 * Queues the removal of an event, or of occurrences. It takes no key: a second removal finds nothing more to remove.
 * @throws Refusal 403, 404
 */
export async function removeEvent(ctx: Context, memberId: number, { event, effective }: Asked): Promise<void> {
  const zone = await householdZone(ctx)
  await inTransaction(ctx.db, async (tx) => {
    const found = await findWritableEvent(tx, memberId, event)
    const standing = effective && (await standingFor(tx, found, effective, zone))
    if (standing !== null) await refuseForInvited({ db: tx }, found, { effective: standing, change: null, zone })
    announceQueued(ctx, tx, await queueDelete(ctx, tx, found, { memberId, effective: standing, zone }))
  })
  ctx.signals.drain()
}

/** One occurrence has no rule. @throws Refusal 400 */
function refuseRecurrence(form: EventForm): void {
  const field = (['recurrence', 'recurrenceUntil', 'recurrenceCount'] as const).find((name) => name in form)
  if (field !== undefined) throw badRequest(`${field}: expected none for one occurrence (range=this)`)
}

const targetOf = (db: Executor, memberId: number, { calendarUrl }: EventForm) =>
  calendarUrl === undefined ? defaultCalendar(db, memberId) : targetCalendar(db, memberId, calendarUrl)

/**
 * Queues in one transaction and announces what was queued, or how it stands when it was queued before. `named` are the
 * events that the request speaks of. Returns the event's uid.
 */
async function queueOnce(
  ctx: Context,
  request: KeyedRequest,
  named: readonly EventRef[],
  queue: (tx: Transaction) => Promise<Queued>,
): Promise<string> {
  const uid = await inTransaction(ctx.db, async (tx) => {
    const write = async () => {
      const queued = await queue(tx)
      return { answer: queued.event.uid, news: queued }
    }
    const recall = async (uid: string) => {
      const event = wholeEvent(uid)
      return { event, rows: await standing(tx, request.memberId, [event, ...named]) }
    }
    const { news } = await writeOnce(ctx, tx, request, write, recall)
    announceQueued(ctx, tx, news)
    return news.event.uid
  })
  ctx.signals.drain()
  return uid
}

/** How the member's writes of these events stand. */
async function standing(tx: Transaction, authorId: number, named: readonly EventRef[]): Promise<Queued['rows']> {
  const events = new Map(named.map((event) => [event.uid, { ...event, calendarId: null }]))
  const rows: Queued['rows'][number][] = []
  for (const event of events.values()) {
    const { status } = await syncStatus({ db: tx }, authorId, event)
    rows.push({ authorId, ...event, status })
  }
  return rows
}

/** @throws Refusal 400 */
export function validForm(body: unknown, opened?: unknown): EventForm {
  const { form, problem } = checkEventForm(body, opened)
  if (form === null) throw badRequest(problem)
  return form
}

/** The form as the member says to have opened it, null where they do not say. */
function openedForm(body: unknown): OpenedForm | null {
  const { base: given } = body as { base?: unknown }
  if (given === undefined) return null
  const { base, problem } = checkBase(given)
  if (base === null) throw badRequest(problem)
  return base
}
