import { isDue, isHeld, type Times } from './due'

/** Which of the waiting writes may go now: pure, so that its table can be walked. */

export interface WaitingRow extends Times {
  id: number
  /** Of the collection: two members' rows for one URL speak of the same events. Null: the calendar is gone. */
  url: string | null
  uid: string
  operation: 'create' | 'update' | 'delete'
  groupId: string | null
}

/** The create of a move, wherever it stands. */
export interface SiblingCreate {
  groupId: string
  status: 'pending' | 'failed' | 'dead' | 'done'
}

export interface Plan {
  /** Rows that may be sent, by the URL of their calendar; one per event, the oldest first. */
  ready: Map<string, number[]>
  /** Deletes of moves whose create has come to nothing. */
  orphaned: number[]
  /** Rows whose calendar is gone. */
  lost: number[]
}

/**
 * Plans a pass over every pending row, given in the order they were queued. Of each event only the oldest may go; a
 * row that another drain holds, or that waits for its next attempt, keeps those behind it waiting. The create of a move
 * goes when nothing older is queued for the event it copies, its delete when the create is done.
 */
export function planPass(rows: readonly WaitingRow[], siblings: readonly SiblingCreate[], now: Date): Plan {
  const first = new Map<string, WaitingRow>()
  const deletes = new Map<string, WaitingRow>()
  for (const row of rows) {
    if (!first.has(eventOf(row))) first.set(eventOf(row), row)
    if (row.groupId !== null && row.operation === 'delete') deletes.set(row.groupId, row)
  }
  const creates = new Map(siblings.map(({ groupId, status }) => [groupId, status]))
  const plan: Plan = { ready: new Map(), orphaned: [], lost: [] }
  for (const row of rows) {
    const isFree = !isHeld(row, now)
    if (row.url === null) {
      if (isFree) plan.lost.push(row.id)
      continue
    }
    if (isOrphaned(row, creates)) {
      plan.orphaned.push(row.id)
      continue
    }
    if (first.get(eventOf(row)) !== row || !isDue(row, now) || !isFree) continue
    if (!mayGoInGroup(row, first, deletes, creates)) continue
    const ids = plan.ready.get(row.url) ?? []
    plan.ready.set(row.url, ids)
    ids.push(row.id)
  }
  return plan
}

/** One event on one server, whoever writes to it. A URL holds no blank. */
const eventOf = ({ url, uid }: WaitingRow) => `${url} ${uid}`

function isOrphaned({ operation, groupId }: WaitingRow, creates: Map<string, string>): boolean {
  if (operation !== 'delete' || groupId === null) return false
  const create = creates.get(groupId)
  // A create that is not there any more cannot have been done: done rows outlive their pending siblings.
  return create !== 'pending' && create !== 'done'
}

function mayGoInGroup(
  { operation, groupId }: WaitingRow,
  first: Map<string, WaitingRow>,
  deletes: Map<string, WaitingRow>,
  creates: Map<string, string>,
): boolean {
  if (groupId === null) return true
  if (operation === 'delete') return creates.get(groupId) === 'done'
  const sibling = deletes.get(groupId)
  return sibling === undefined || first.get(eventOf(sibling)) === sibling
}
