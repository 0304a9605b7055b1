import type { EventForm, OwnWrite } from '../../data/types'
import { unsent } from '../../outbox/queued'
import { type EventRef, newEvent } from '../event-ref'
import { changedParts } from './changes'
import { type Appearance, isAbout, type Write } from './write'

/** What rows do not say of themselves. */
interface RowDetails {
  /** Why a row has failed, as a word of the dictionary, by its id. */
  reasons: ReadonlyMap<number, string>
  appearanceOf: (form: EventForm) => Appearance
}

/**
 * The writes of this device beside the rows that the service has of the same member: what failed on another device is
 * here as well, and what was decided there is decided here.
 */
export function adopted(rows: readonly OwnWrite[], details: RowDetails, before: readonly Write[]): Write[] {
  const known = before.flatMap((write) => (write.stage === 'failed' ? beside(rows, write) : write))
  const others = rows.filter((row) => isFailed(row) && !before.some((write) => isKnown(row, write)))
  return [...known, ...others.flatMap((row) => writeOf(row, details))]
}

const isFailed = ({ status }: OwnWrite) => status !== 'pending'

/** Whether a failed row needs no write of its own here; one that is on its way takes the place of all before it. */
export const isKnown = (row: OwnWrite, write: Write): boolean =>
  write.stage === 'failed' ? isOf(row, write) : isOfEvent(row, write)

/** Whether a row is the write's own: an event may have several, made on several devices. */
function isOf(row: OwnWrite, write: Write): boolean {
  return write.rowId === null ? isOfEvent(row, write) && saysTheSame(row, write) : row.id === write.rowId
}

const isOfEvent = (row: OwnWrite, write: Write) => isAbout(write, refOf(row))

/** What a row is about: an occurrence only where that alone is changed. */
export const refOf = ({ uid, calendarId, recurrenceId, range }: OwnWrite): EventRef => ({
  calendarId,
  uid,
  recurrenceId: (range === 'this' ? recurrenceId : null) ?? null,
})

function saysTheSame({ form, range }: OwnWrite, write: Write): boolean {
  if ((range ?? null) !== (write.range ?? null)) return false
  if (form === null || write.kind === 'delete') return form === null && write.kind === 'delete'
  return [changedParts(form, write.form), changedParts(write.form, form)].every((parts) => parts.length === 0)
}

/** A failed write as its row has it by now. */
function beside(rows: readonly OwnWrite[], write: Write): Write[] {
  const wasAccepted = write.resultUid !== null
  const row = rows.find((candidate) => isOf(candidate, write))
  if (row === undefined) return wasAccepted ? [] : [{ ...write, rowId: null }]
  const { id: rowId, current } = row
  if (isFailed(row)) return [{ ...write, rowId, current }]
  return [wasAccepted ? { ...write, stage: 'accepted', reason: null, rowId: null } : write]
}

function writeOf(row: OwnWrite, { reasons, appearanceOf }: RowDetails): Write[] {
  const { id: rowId, uid, calendarId, operation, form, current } = row
  const id = `row-${rowId}`
  const write = {
    ...unsent(),
    id,
    key: id,
    stage: 'failed',
    since: Date.parse(row.createdAt),
    isSecondTry: false,
    range: row.range ?? null,
    formRecurrenceId: row.recurrenceId ?? null,
    resultUid: uid,
    rowId,
    replaces: null,
    current,
    reason: reasons.get(rowId) ?? row.error,
  } as const
  const ref = refOf(row)
  if (form === null) {
    return [{ ...write, kind: 'delete', isIdempotent: true, ref, title: current?.title ?? '' }]
  }
  const asked = { ...write, isIdempotent: false, title: form.title, form, appearance: appearanceOf(form) }
  if (operation === 'create' && current === null) return [{ ...asked, kind: 'create', ref: newEvent(id) }]
  // A move is known by the name that the event was going to have; the one it has is not told.
  const edited = operation === 'create' ? { ...newEvent(id), calendarId } : ref
  const isRecurring = current !== null && current.recurrence !== 'none'
  return [{ ...asked, kind: 'edit', ref: edited, isRecurring, seriesStart: null, base: null, isSecondTry: true }]
}
