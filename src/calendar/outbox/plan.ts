import { concerns, type EventRef } from '../event-ref'
import { isDue, isLeased, type Times } from './due'
import type { State } from './states'

/** Which of the waiting writes may go now; pure. */

export interface WaitingRow extends Times {
  id: number
  /** Of the collection, which two members may share under one URL. Null: the calendar is gone. */
  url: string | null
  /** Without a calendar: the URL tells it. */
  event: EventRef
  href: string
  operation: 'create' | 'update' | 'delete'
  groupId: string | null
  /** The collection that a meeting moves to, or a copy's original stands in; null for other rows, and when it is gone. */
  destinationUrl: string | null
  /** The row moves a meeting. */
  isMove: boolean
  /** Of a row that takes a copy back: where the original stands. */
  returnHref: string | null
  /** It was sent, and the answer is unclear. */
  isSent: boolean
}

/** The row that the others of its group follow: a move's create, or the move of a meeting. */
export interface GroupLead {
  groupId: string
  status: State
}

export interface Plan {
  /** Rows that may be sent, by the URL of their calendar; one per event, the oldest first. */
  ready: Map<string, number[]>
  /** Rows whose lead has failed. */
  orphaned: number[]
  /** Rows whose calendar is gone. */
  lost: number[]
}

/**
 * Plans a pass over all pending rows, given in the order of queueing.
 * - Of rows that concern each other only the oldest may go, even while it is leased or waits for its next attempt.
 * - Of rows of one object, those of other occurrences wait while one is leased, or sent and unclear: its version is not
 *   known.
 * - The create of a move goes when nothing older is queued for the event it copies, its delete when the create is done.
 * - A removal lets go first what takes back a copy of the event, unless that waits for its server; and while one may have
 *   been sent that waits: it asks whether the original stands.
 * - The move of a meeting counts in both places; what follows it goes when it is done.
 */
export function planPass(rows: readonly WaitingRow[], leads: readonly GroupLead[], now: Date): Plan {
  /** By object: the oldest row of each event, or occurrence, in it. */
  const oldest = new Map<string, Map<string | null, WaitingRow>>()
  /** By object: the rows that are being sent, or may have been. */
  const underway = new Map<string, WaitingRow[]>()
  const deletes = new Map<string, WaitingRow>()
  for (const row of rows) {
    for (const object of objectsOf(row)) {
      const events = oldest.get(object) ?? new Map<string | null, WaitingRow>()
      oldest.set(object, events)
      if (!events.has(row.event.recurrenceId)) events.set(row.event.recurrenceId, row)
      if (row.isSent || isLeased(row, now)) underway.set(object, [...(underway.get(object) ?? []), row])
    }
    if (row.groupId !== null && row.operation === 'delete') deletes.set(row.groupId, row)
  }
  const isBefore = (row: WaitingRow) => (other: WaitingRow) => other.id < row.id && concerns(other.event, row.event)
  const returns = rows.filter(({ returnHref }) => returnHref !== null)
  const isFirst = (row: WaitingRow) =>
    !objectsOf(row).some((object) => oldest.get(object)?.values().some(isBefore(row))) &&
    (row.isSent || !returns.some((one) => isRemovalOfOriginal(row, one) && (isDue(one, now) || isLeased(one, now))))
  const isHeld = (row: WaitingRow) =>
    objectsOf(row).some((object) => underway.get(object)?.some((other) => other !== row && holds(other, row, now))) ||
    (row.returnHref !== null &&
      rows.some((other) => isRemovalOfOriginal(other, row) && (other.isSent || isLeased(other, now))))
  const statuses = new Map(leads.map(({ groupId, status }) => [groupId, status]))
  const plan: Plan = { ready: new Map(), orphaned: [], lost: [] }
  for (const row of rows) {
    const isFree = !isLeased(row, now)
    if (row.url === null) {
      if (isFree) plan.lost.push(row.id)
      continue
    }
    if (isOrphaned(row, statuses)) {
      plan.orphaned.push(row.id)
      continue
    }
    if (!isFirst(row) || !isDue(row, now) || !isFree || isHeld(row)) continue
    if (!mayGoInGroup(row, deletes, statuses, isFirst)) continue
    const ids = plan.ready.get(row.url) ?? []
    plan.ready.set(row.url, ids)
    ids.push(row.id)
  }
  return plan
}

const isRemovalOfOriginal = (row: WaitingRow, { destinationUrl, returnHref }: WaitingRow) =>
  row.operation === 'delete' && row.url === destinationUrl && row.href === returnHref

/** Keys of the objects that a row writes. A URL holds no blank. */
const objectsOf = ({ url, destinationUrl, event: { uid } }: WaitingRow) =>
  destinationUrl ? [`${url} ${uid}`, `${destinationUrl} ${uid}`] : [`${url} ${uid}`]

/** Of two rows that may both have been sent the older one is looked at first. */
const holds = (other: WaitingRow, row: WaitingRow, now: Date) =>
  isLeased(other, now) || !row.isSent || other.id < row.id

/** Whether a row waits for the lead of its group. */
export const isFollower = ({
  operation,
  groupId,
  isMove,
}: Pick<WaitingRow, 'operation' | 'isMove'> & { groupId: string | null }) =>
  groupId !== null && operation !== 'create' && !isMove

function isOrphaned(row: WaitingRow, leads: Map<string, string>): boolean {
  if (!isFollower(row)) return false
  const lead = leads.get(row.groupId!)
  // A lead that is not there any more cannot have been done: done rows outlive their pending siblings.
  return lead !== 'pending' && lead !== 'done'
}

function mayGoInGroup(
  row: WaitingRow,
  deletes: Map<string, WaitingRow>,
  leads: Map<string, string>,
  isFirst: (row: WaitingRow) => boolean,
): boolean {
  if (row.groupId === null) return true
  if (isFollower(row)) return leads.get(row.groupId) === 'done'
  const original = deletes.get(row.groupId)
  return original === undefined || isFirst(original)
}
