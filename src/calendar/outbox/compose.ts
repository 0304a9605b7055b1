import { NOBODY, readDirectory } from '../../household/people-names'
import type { Context } from '../../platform/context'
import { buildEvent, operationIdsOf } from '../ical/build'
import type { EditOptions } from '../ical/edit'
import { completed } from '../ical/edit/completed'
import { IcalError, RuleError } from '../ical/error'
import type { EventForm } from '../ical/form'
import { countInstances } from '../ical/instance'
import { isMeeting } from '../ical/meeting'
import { type Merge, merge } from '../ical/merge'
import type { Zone } from '../ical/zone'
import { selectCached } from './cached-event'
import { copied, edited, formAt, remainder } from './effective-range'
import { isMove, isReturn, type Job, selectSiblingDelete } from './jobs'
import { renamed } from './moved-occurrence'
import { clash, invalidForm, REASON, type Reason } from './reasons'
import { mayBeSent, mayWrite } from './rights'
import type { Unwritten } from './sending'
import { storedBase, storedForm, withNameable } from './stored-form'

/** What is to be sent for a row. */
export interface Composed {
  kind: 'composed'
  href: string
  /** If-Match; null for a create, and for a write without condition. */
  etag: string | null
  /** The object's text; null for a delete and for the move of a meeting. */
  object: string | null
  /** For the create of a move: the version that was copied, which its delete must meet. */
  source: { deleteId: number; etag: string | null } | null
}

type Refused = Extract<Unwritten, { kind: 'refused' }>

/** `unchanged`: the form says what the event says already. */
type Composition = Composed | Refused | Extract<Unwritten, { kind: 'unchanged' }>

const refused = (reason: Reason): Refused => ({ kind: 'refused', reason })

/**
 * Composes the object to send from the stored form and the cached event. Only fields that the form changes are written,
 * so that other people's changes stay.
 */
export async function compose(ctx: Context, job: Job, zone: Zone): Promise<Composition> {
  try {
    return await composeUnguarded(ctx, job, zone)
  } catch (error) {
    if (error instanceof RuleError) return refused(REASON.noRule)
    if (error instanceof IcalError) return refused(REASON.unreadable)
    throw error
  }
}

async function composeUnguarded(ctx: Context, job: Job, zone: Zone): Promise<Composition> {
  const { row } = job
  if (!mayBeSent(job)) return refused(REASON.notWritable)
  if (row.isImport) return composeImported(ctx, job, zone)
  const unnamed = { operationId: row.operationId, now: ctx.now(), household: zone, people: NOBODY }
  if (row.operation === 'delete')
    return row.range === null ? composeDelete(ctx, job) : composeRemainder(ctx, job, unnamed)
  const { form, problem } = storedForm(row)
  if (form === null) return refused(invalidForm(problem))
  const stamp = form.personIds === undefined ? unnamed : { ...unnamed, people: await readDirectory(ctx) }
  if (isMove(row)) return composeMove(ctx, job, form, stamp)
  if (row.operation === 'update') return composeUpdate(ctx, job, form, stamp)
  return row.groupId === null ? composeCreate(job, form, stamp) : composeCopy(ctx, job, form, stamp)
}

/** A row without an etag removes the event as it is cached now; what is taken back is looked at first. */
async function composeDelete(ctx: Context, { row, calendar }: Job): Promise<Composed> {
  const cached = row.etag === null ? await selectCached(ctx.db, calendar, row.uid) : null
  return {
    kind: 'composed',
    href: cached?.href ?? row.href,
    etag: isReturn(row) ? null : (row.etag ?? cached?.etag ?? null),
    object: null,
    source: null,
  }
}

/** The event as cached now, without the occurrences that the row removes; whoever has removed them. */
async function composeRemainder(ctx: Context, job: Job, stamp: EditOptions): Promise<Composition> {
  const cached = await selectCached(ctx.db, job.calendar, job.row.uid)
  if (cached === null || isMade(job.row, cached.text)) return { kind: 'unchanged' }
  const row = await renamed(ctx.db, job, cached.text, stamp.household)
  const object = remainder(cached.text, row, stamp)
  if (object === undefined) return isCut(row, cached.text, stamp) ? { kind: 'unchanged' } : refused(REASON.gone)
  if (object === cached.text) return { kind: 'unchanged' }
  return { kind: 'composed', href: cached.href, etag: cached.etag ?? row.etag, object, source: null }
}

/**
 * Whether an earlier attempt was done, whatever was answered, and has come into the cache since. Made once more it would
 * find the occurrence under another name, and take back what others have changed behind it.
 */
const isMade = ({ attemptCount, operationId }: Job['row'], text: string) =>
  attemptCount > 0 && operationIdsOf(text).includes(operationId)

/**
 * Whether nothing stands any more from the row's occurrence on: an earlier attempt has cut the series, and an application
 * that leaves out the operation has written it since.
 */
const isCut = ({ attemptCount, range, formRecurrenceId }: Job['row'], text: string, { household }: EditOptions) =>
  attemptCount > 0 && range === 'thisAndFuture' && countInstances(text, formRecurrenceId!, household).following === 0

/** A meeting moves within an account only: elsewhere it would be a new meeting to its attendees. */
async function composeMove(ctx: Context, job: Job, form: EventForm, stamp: EditOptions): Promise<Composition> {
  const { row, calendar, destination } = job
  if (destination === null) return refused(REASON.calendarGone)
  const isWithinAccount = calendar.ownerId === destination.ownerId && isSameOrigin(calendar.url, destination.url)
  if (!isWithinAccount) return refused(REASON.meetingStays)
  const [here, there] = [
    await selectCached(ctx.db, calendar, row.uid),
    await selectCached(ctx.db, destination, row.uid),
  ]
  if (here === null) return there === null ? refused(REASON.gone) : { kind: 'unchanged' }
  if (there !== null) return refused(REASON.exists)
  const merged = mergedInto(here.text, row, form, stamp)
  if ('kind' in merged) return merged
  return { kind: 'composed', href: here.href, etag: here.etag ?? row.etag, object: null, source: null }
}

const isSameOrigin = (one: string, other: string) => new URL(one).origin === new URL(other).origin

/** An imported event as it is; into an object of the same uid only what that lacks. */
async function composeImported(ctx: Context, { row, calendar }: Job, zone: Zone): Promise<Composition> {
  const object = row.sourceObject!
  if (row.operation === 'create') return { kind: 'composed', href: row.href, etag: null, object, source: null }
  const cached = await selectCached(ctx.db, calendar, row.uid)
  if (cached === null) return refused(REASON.gone)
  const whole = completed(cached.text, object, zone, row.operationId)
  if (whole === null) return { kind: 'unchanged' }
  return { kind: 'composed', href: cached.href, etag: cached.etag ?? row.etag, object: whole.text, source: null }
}

function composeCreate({ row }: Job, form: EventForm, stamp: EditOptions): Composed {
  const object = buildEvent(form, { uid: row.uid, ...stamp })
  return { kind: 'composed', href: row.href, etag: null, object, source: null }
}

async function composeUpdate(ctx: Context, job: Job, form: EventForm, stamp: EditOptions): Promise<Composition> {
  const cached = await selectCached(ctx.db, job.calendar, job.row.uid)
  if (cached === null) return refused(REASON.gone)
  if (isMade(job.row, cached.text)) return { kind: 'unchanged' }
  const row = await renamed(ctx.db, job, cached.text, stamp.household)
  const merged = mergedInto(cached.text, row, form, stamp)
  if ('kind' in merged) return merged
  if (Object.keys(merged.changes).length === 0) return { kind: 'unchanged' }
  const object = edited(cached.text, row, merged.changes, stamp)
  return { kind: 'composed', href: cached.href, etag: cached.etag ?? row.etag, object, source: null }
}

/** The create of a move: the source as cached now, under the new uid, with the form's changes. */
async function composeCopy(
  ctx: Context,
  { row: copy, calendar }: Job,
  form: EventForm,
  stamp: EditOptions,
): Promise<Composition> {
  const sibling = copy.groupId === null ? null : await selectSiblingDelete(ctx.db, copy.groupId)
  if (sibling !== null && !mayWrite(sibling)) return refused(REASON.notWritable)
  const cached = sibling === null ? null : await selectCached(ctx.db, sibling.calendar, sibling.row.uid)
  // Of a calendar that is gone it is saved; what is gone from one that stands was removed, or is elsewhere.
  const text = sibling === null ? copy.sourceObject : (cached?.text ?? null)
  const isThere = (await selectCached(ctx.db, calendar, copy.uid)) !== null
  // Where the copy stands alone, an earlier attempt has moved the event.
  if (text === null) return isThere ? { kind: 'unchanged' } : refused(REASON.gone)
  const original = sibling === null ? { row: copy, calendar } : { ...sibling, row: { ...copy, uid: sibling.row.uid } }
  const row = { ...(await renamed(ctx.db, original, text, stamp.household)), uid: copy.uid }
  // Its people would be asked to a new meeting, and told that the old one is off.
  const goesOn = row.range === 'thisAndFuture' && sibling?.calendar.url === calendar.url
  if (isMeeting(text) && !goesOn) return refused(REASON.meetingStays)
  const merged = mergedInto(text, row, form, stamp)
  if ('kind' in merged) return merged
  const object = edited(copied(text, row, { uid: row.uid, ...stamp }), row, merged.changes, stamp)
  // An earlier attempt's copy stays as it is: its delete must not meet a version that was not copied.
  const source = sibling === null || cached === null || isThere ? null : { deleteId: sibling.row.id, etag: cached.etag }
  return { kind: 'composed', href: row.href, etag: null, object, source }
}

/** What the form changes of the event as it is now; what others have changed as well is refused where it is known. */
function mergedInto(text: string, row: Job['row'], form: EventForm, stamp: EditOptions): Merge | Refused {
  const { household, people } = stamp
  const fresh = formAt(text, row.formRecurrenceId, household, people)
  if (fresh === null) return refused(REASON.gone)
  const merged = merge(withNameable(storedBase(row), people), withNameable(form, people), fresh)
  return row.isBaseGiven && merged.clashes.length > 0 ? refused(clash(merged.clashes)) : merged
}
