import type { OutboxState } from '../../platform/outbox-states'
import { isDue, isHeld, type Times } from './due'

/** Which of the waiting writes may go now: pure, so that its table can be walked. */

export interface WaitingRow extends Times {
  id: number
  /** Of the collection: two members' rows for one URL speak of the same events. Null: the calendar is gone. */
  url: string | null
  uid: string
  operation: 'create' | 'update' | 'delete'
  groupId: string | null
  /** Of a meeting that moves: the collection it goes to, where that is still there. */
  destinationUrl: string | null
  /** The row moves a meeting. */
  isMove: boolean
}

/** The row that the others of its group follow, wherever it stands: a move's create, or the move of a meeting. */
export interface GroupLead {
  groupId: string
  status: OutboxState
}

export interface Plan {
  /** Rows that may be sent, by the URL of their calendar; one per event, the oldest first. */
  ready: Map<string, number[]>
  /** Rows whose lead has come to nothing. */
  orphaned: number[]
  /** Rows whose calendar is gone. */
  lost: number[]
}

/**
 * Plans a pass over every pending row, given in the order they were queued. Of each event only the oldest may go; a
 * row that another drain holds, or that waits for its next attempt, keeps those behind it waiting. The create of a move
 * goes when nothing older is queued for the event it copies, its delete when the create is done; a meeting that moves is
 * the event in both its places, and what follows it goes when it stands in its new one.
 */
export function planPass(rows: readonly WaitingRow[], leads: readonly GroupLead[], now: Date): Plan {
  const first = new Map<string, WaitingRow>()
  const deletes = new Map<string, WaitingRow>()
  for (const row of rows) {
    for (const event of eventsOf(row)) if (!first.has(event)) first.set(event, row)
    if (row.groupId !== null && row.operation === 'delete') deletes.set(row.groupId, row)
  }
  const isFirst = (row: WaitingRow) => eventsOf(row).every((event) => first.get(event) === row)
  const statuses = new Map(leads.map(({ groupId, status }) => [groupId, status]))
  const plan: Plan = { ready: new Map(), orphaned: [], lost: [] }
  for (const row of rows) {
    const isFree = !isHeld(row, now)
    if (row.url === null) {
      if (isFree) plan.lost.push(row.id)
      continue
    }
    if (isOrphaned(row, statuses)) {
      plan.orphaned.push(row.id)
      continue
    }
    if (!isFirst(row) || !isDue(row, now) || !isFree) continue
    if (!mayGoInGroup(row, deletes, statuses, isFirst)) continue
    const ids = plan.ready.get(row.url) ?? []
    plan.ready.set(row.url, ids)
    ids.push(row.id)
  }
  return plan
}

/** One event on one server, whoever writes to it. A URL holds no blank. */
const eventsOf = ({ url, destinationUrl, uid }: WaitingRow) =>
  destinationUrl ? [`${url} ${uid}`, `${destinationUrl} ${uid}`] : [`${url} ${uid}`]

/** Whether a row follows another one of its group, and may go only when that is done. */
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
