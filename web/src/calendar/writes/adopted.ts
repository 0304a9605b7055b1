import type { EventForm, OwnWrite } from '../../data/types'
import { type Look, newUid, type Write } from './write'

/** What rows do not say of themselves. */
interface Told {
  /** Why a row has failed, as a word of the dictionary, by its id. */
  reasons: ReadonlyMap<number, string>
  lookOf: (form: EventForm) => Look
}

/**
 * The writes of this device beside the rows that the service has of the same member: what failed on another device is
 * here as well, and what was decided there is decided here.
 */
export function adopted(rows: readonly OwnWrite[], told: Told, before: readonly Write[]): Write[] {
  const known = before.flatMap((write) => (write.stage === 'failed' ? beside(rows, write) : write))
  const others = rows.filter((row) => row.status !== 'pending' && !before.some((write) => isOf(row, write)))
  return [...known, ...others.flatMap((row) => writeOf(row, told))]
}

/** A failed write as its row has it by now. */
function beside(rows: readonly OwnWrite[], write: Write): Write[] {
  const wasAccepted = write.resultUid !== null
  const row = rows.find((candidate) => isOf(candidate, write))
  if (row === undefined) return wasAccepted ? [] : [write]
  const { id: rowId, current, status } = row
  if (status !== 'pending') return [{ ...write, rowId, current }]
  return [wasAccepted ? { ...write, stage: 'accepted', reason: null, rowId: null } : write]
}

export const isOf = ({ uid }: OwnWrite, write: Write): boolean => uid === write.uid || uid === write.resultUid

function writeOf(row: OwnWrite, { reasons, lookOf }: Told): Write[] {
  const { id: rowId, uid, calendarId, operation, form, current } = row
  const id = `row-${rowId}`
  const write = {
    id,
    key: id,
    unclearSince: null,
    calendarId,
    stage: 'failed',
    since: Date.parse(row.createdAt),
    sendAfter: 0,
    resultUid: uid,
    rowId,
    replaces: null,
    current,
    reason: reasons.get(rowId) ?? row.error,
  } as const
  if (form === null) return [{ ...write, kind: 'delete', uid, title: current?.title ?? '' }]
  const asked = { ...write, title: form.title, form, look: lookOf(form) }
  if (operation === 'create' && current === null) return [{ ...asked, kind: 'create', uid: newUid(id) }]
  // A move is known by the name that the event was going to have; the one it has is not told.
  const name = operation === 'create' ? newUid(id) : uid
  const isRecurring = current !== null && current.recurrence !== 'none'
  return [{ ...asked, kind: 'edit', uid: name, isRecurring, base: null, isSecondTry: true }]
}
