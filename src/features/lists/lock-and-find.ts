import type { Transaction } from '../../platform/db/client'
import { listById, type ReaderRow } from './access'
import { joinedAmount } from './joined-amount'
import type { ListEnd } from './list-end'
import { listAndItem, lockThen } from './locks'
import type { OpenSnapshot } from './open-cache'
import {
  type AddedText,
  type Adder,
  askOfText,
  askReadersAndSection,
  type KnownOfText,
  knownOfNew,
  knownOfOpen,
  knownOfText,
  readersIn,
} from './open-items'
import { readEnd } from './placing'

/** What is found of a list that is added to. */
export interface LockedList {
  readers: ReaderRow[]
  /** The list's revision before it was locked. */
  before: number
  /** What is known of the text, for whoever may read the list. */
  known: () => Promise<KnownOfText>
}

/**
 * Locks a list, and finds what is known of a text that is added to it: in the query that finds its readers, so that an
 * addition which is read takes no longer than another.
 * @param snapshot what the last addition has left; all is asked where that is not of the list's revision
 */
export async function lockAndFind(
  tx: Transaction,
  asked: Adder,
  added: AddedText,
  snapshot: OpenSnapshot | undefined,
): Promise<LockedList> {
  if (snapshot === undefined || typeof snapshot.digests === 'string') return lockAndAsk(tx, asked, added)
  const itemId = snapshot.digests.get(added.keyDigest)
  if (itemId === undefined) return lockForNew(tx, asked, added, snapshot)
  return itemId === null ? lockAndAsk(tx, asked, added) : lockForOpen(tx, asked, added, snapshot, itemId)
}

/** Locks a list, and finds where it ends with the query that finds its readers. */
export async function lockAndFindEnd(tx: Transaction, listId: number): Promise<{ readers: ReaderRow[]; end: ListEnd }> {
  const { read } = await lockThen(tx, listId, () =>
    Promise.all([listById(tx).execute({ listId }), readEnd(tx, listId)]),
  )
  const [readers, end] = read
  return { readers, end }
}

async function lockAndAsk(tx: Transaction, asked: Adder, added: AddedText): Promise<LockedList> {
  const { before, read } = await lockThen(tx, asked.listId, () => askOfText(tx, asked, added))
  return { before, readers: readersIn(read), known: () => knownOfText(tx, asked, added, read) }
}

/** By the snapshot, no unchecked item says the text. */
async function lockForNew(
  tx: Transaction,
  asked: Adder,
  added: AddedText,
  snapshot: OpenSnapshot,
): Promise<LockedList> {
  const { before, read } = await lockThen(tx, asked.listId, () => askReadersAndSection(tx, asked, added))
  const known = () =>
    before === snapshot.revision ? knownOfNew(tx, asked, added, read, snapshot.end) : askAll(tx, asked, added)
  return { before, readers: readersIn(read), known }
}

/** By the snapshot, one unchecked item says the text. */
async function lockForOpen(
  tx: Transaction,
  asked: Adder,
  added: AddedText,
  snapshot: OpenSnapshot,
  itemId: number,
): Promise<LockedList> {
  const { listId } = asked
  const { before, read } = await lockThen(tx, listId, () => listAndItem(tx).execute({ listId, itemId }))
  const item = read[0]?.item
  // Without room for its amount the text is a new item.
  const joins = before === snapshot.revision && item != null && joinedAmount(item.amount, added.amount) !== null
  const known = async () => (joins ? knownOfOpen(added, item, snapshot.end) : askAll(tx, asked, added))
  return { before, readers: read, known }
}

const askAll = async (tx: Transaction, asked: Adder, added: AddedText) =>
  knownOfText(tx, asked, added, await askOfText(tx, asked, added))
