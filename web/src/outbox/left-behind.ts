import { uuid } from '../lib/uuid'
import { begunHere, isCancellable, type Queued } from './queued'

/** What a page had begun when it was left: its writes, and the ids of those that were taken back or settled. */
interface Left<W> {
  writes: readonly W[]
  gone: readonly string[]
}

const page = uuid()
const prefixOf = (key: string) => `left-${key}-`

/** The entries of this page. */
const own = new Set<string>()

/**
 * Keeps what this page has begun without waiting for anything: a page that is left takes its transactions along. `key`:
 * that of the queue in the database.
 */
export function leaveBehind(key: string, writes: readonly Queued[]): void {
  const known = new Set(writes.map(({ id }) => id))
  const left: Left<Queued> = {
    writes: writes.filter(({ id }) => begunHere.has(id)),
    gone: [...begunHere].filter((id) => !known.has(id)),
  }
  const name = prefixOf(key) + page
  try {
    localStorage.setItem(name, JSON.stringify(left))
    own.add(name)
  } catch {
    // Without storage, or room in it, the database alone can have it.
  }
}

/** The database has it all. */
export function forgetLeft(key: string): void {
  const name = prefixOf(key) + page
  if (own.delete(name)) localStorage.removeItem(name)
}

/** Has `take` put into the database what pages have left behind; where that fails, it stays for the next time. */
export async function takeLeft<W extends Queued>(
  key: string,
  take: (edit: (kept: readonly W[]) => readonly W[]) => Promise<unknown>,
): Promise<void> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefixOf(key)))
  if (names.length === 0) return
  const left = names.map((name): Left<W> => JSON.parse(localStorage.getItem(name)!))
  await take((kept) => left.reduce(withLeft, kept))
  for (const name of names) localStorage.removeItem(name)
}

/**
 * The writes of the database and those that a page has left behind; pure. One that the database does not have may also
 * have been done by another tab since: it keeps its key, and counts as unclear.
 */
export function withLeft<W extends Queued>(kept: readonly W[], { writes, gone }: Left<W>): readonly W[] {
  const known = new Set(kept.map(({ id }) => id))
  const missing = writes.filter(({ id }) => !known.has(id))
  return [
    ...kept.filter((write) => !gone.includes(write.id) || !isCancellable(write)),
    ...missing.map((write) => ({ ...write, undoUntil: 0, unclearSince: write.unclearSince ?? write.since })),
  ]
}
