import { asc, eq } from 'drizzle-orm'
import { wantedOf } from '../../../calendar/search/words'
import { itemKey } from '../../../household/shopping/item-key'
import type { Context } from '../../../platform/context'
import { listItems } from '../../../platform/db/schema'
import { findList } from '../access'
import { bestOf, type RememberedText, type SuggestionQuery } from './best'
import { countListAdditions } from './counting'
import type { KnownItems } from './known'
import { readableMemories } from './readable'
import type { Memory } from './stored'

/** Of a longer list, what stands open goes before what is ticked. */
const MAX_ITEMS = 1_000
/** Lists of which additions are counted while somebody waits; the rest is counted soon. */
const MAX_LISTS = 10

/**
 * What a member may want to add to a list, best first, from all lists that they may read now. Lists of chores and the
 * others suggest nothing to each other.
 * @param q beginnings of words, each of which has to be found; empty: what was bought last goes before
 * @throws Refusal 404, 403
 */
export async function readSuggestions(
  ctx: Context,
  known: KnownItems,
  memberId: number,
  listId: number,
  { q, limit }: { q: string; limit: number },
): Promise<RememberedText[]> {
  const { kind } = await findList(ctx.db, memberId, listId)
  const memories = await readMemories(ctx, memberId, listId, kind === 'chores')
  const [standing, entries] = await Promise.all([readStanding(ctx, listId), known.read(memories)])
  const wanted = q.trim() === '' ? null : wantedOf(q)
  // Signs that stand in no word.
  if (wanted?.length === 0) return []
  const sources = memories.map((memory, at) => ({ entries: entries[at]!, isHere: memory.listId === listId }))
  const round = memories.find((memory) => memory.listId === listId)?.round ?? 0
  return bestOf(sources, { wanted, limit, now: ctx.now().getTime(), round, ...standing })
}

/** The memories that are asked, with what was added until now: to this list, and to the newest of the others. */
async function readMemories(ctx: Context, memberId: number, listId: number, isOfChores: boolean): Promise<Memory[]> {
  const read = async () => (await readableMemories(ctx.db, memberId)).filter((one) => one.isOfChores === isOfChores)
  const before = await read()
  const behind = before.filter(({ isBehind }) => isBehind).map(({ memory }) => memory.listId)
  const ids = behind.toSorted((a, b) => Number(b === listId) - Number(a === listId) || b - a).slice(0, MAX_LISTS)
  for (const id of ids) await countListAdditions(ctx, id)
  return (ids.length === 0 ? before : await read()).map(({ memory }) => memory)
}

async function readStanding({ db }: Context, listId: number): Promise<Pick<SuggestionQuery, 'open' | 'ticked'>> {
  const { text, checked, rank, updatedAt } = listItems
  const items = await db
    .select({ text, checked, updatedAt })
    .from(listItems)
    .where(eq(listItems.listId, listId))
    .orderBy(asc(checked), asc(rank))
    .limit(MAX_ITEMS)
  const open = new Set<string>()
  const ticked = new Map<string, number>()
  for (const item of items) {
    const key = itemKey(item.text)
    if (item.checked) ticked.set(key, Math.max(ticked.get(key) ?? 0, item.updatedAt.getTime()))
    else open.add(key)
  }
  return { open, ticked }
}
