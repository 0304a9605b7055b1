import { eq, sql } from 'drizzle-orm'
import { readItemLine } from '../../household/shopping/read-line'
import { builtInSection } from '../../household/shopping/sections'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
import { listItems } from '../../platform/db/schema'
import type { ReadableList } from './access'
import { withAssigned } from './assigned'
import { checkDetails, type Details } from './details'
import { joinedAmount } from './joined-amount'
import type { ListEnd } from './list-end'
import { keyDigestOf } from './memory/key-digest'
import type { NewItem } from './model'
import { type KnownItem, type KnownOfText, type KnownTexts, knownOfAll } from './open-items'
import type { Addition, ItemRow } from './present'
import { insertActive, insertAllActive } from './stored-items'

/** What somebody adds to a locked list. */
export interface Additions {
  /** Null: somebody at a display, who is nobody. */
  memberId: number | null
  list: ReadableList
  items: readonly NewItem[]
}

/** An item that is added: a new one, or one that stands there and gets more. */
export interface Target {
  before: ItemRow | null
  text: string
  clientId: string | null
  keyDigest: string
  amount: string | null
  /** How often the request says it. */
  times: number
  /** What requests say beside text and amount. */
  details: Partial<Omit<Details, 'amount'>>
}

/**
 * Adds items to a locked list as people write them: the amount is taken off the text, and what stands there unchecked
 * and says the same gets more. Where the amount of both would be too long, the item stands by itself.
 * @throws Refusal 400 for what an item cannot say
 */
export async function addParsed(
  ctx: Context,
  tx: Transaction,
  { memberId, list, items }: Additions,
): Promise<Addition[]> {
  const lines = items.map(lineOf)
  const texts = lines.map(({ text }) => text)
  const known = await knownOfAll(tx, { memberId, listId: list.listId }, texts)
  return (await addLines(ctx, tx, list, lines, known)).additions
}

/**
 * The same of lines that have been read, with what is known of them. `end`: where the list ends from then on, if an item
 * is new and alone.
 * @throws Refusal 400
 */
export async function addLines(
  ctx: Context,
  tx: Transaction,
  { listId, readers }: ReadableList,
  lines: readonly Target[],
  known: KnownTexts & Partial<KnownOfText>,
): Promise<{ additions: Addition[]; end: ListEnd | null }> {
  const { places, targets } = placesOf(lines, known.open)
  for (const target of targets) {
    const { due, dueTime, recurrence } = target.before ?? {}
    checkDetails({ due, dueTime, recurrence, ...target.details })
    target.details = await withAssigned(tx, target.details, readers)
  }
  const fresh = targets.filter(({ before }) => before === null)
  const inserted = await insert(ctx, tx, listId, fresh, known)
  const written = new Map(fresh.map((target, index) => [target, inserted.items[index]!]))
  for (const target of targets) {
    if (target.before !== null) written.set(target, await raise(ctx, tx, target, target.before))
  }
  const additions = places.map(({ target, isMerged }) => ({ item: written.get(target)!, isMerged }))
  return { additions, end: inserted.end }
}

/** A line, with the amount taken off its text. Pure. */
export function lineOf({ text: written, clientId, amount: given, ...details }: NewItem): Target {
  const { text, amount } = readItemLine(written)
  return {
    before: null,
    text,
    clientId,
    keyDigest: keyDigestOf(text),
    amount: given === undefined ? amount : given,
    times: 1,
    details,
  }
}

/** Where each line goes, and what becomes of the items that they go to. */
function placesOf(lines: readonly Target[], open: KnownTexts['open']) {
  const targets = new Set<Target>()
  const byDigest = new Map([...open].map(([digest, rows]) => [digest, rows.map(targetOf)]))
  const places = lines.map((line) => {
    const same = byDigest.getOrInsert(line.keyDigest, [])
    const found = joinFirst(same, line)
    if (found === null) same.push(line)
    const target = found ?? line
    targets.add(target)
    return { target, isMerged: found !== null }
  })
  return { places, targets: [...targets] }
}

/** Adds a line to the first target that has room for its amount, and returns that; null: none has. */
function joinFirst(targets: readonly Target[], line: Target): Target | null {
  for (const target of targets) {
    const amount = joinedAmount(target.amount, line.amount)
    if (amount === null) continue
    target.amount = amount
    target.times += 1
    target.details = { ...target.details, ...said(line.details) }
    return target
  }
  return null
}

const targetOf = (before: KnownItem): Target => {
  const { text, clientId, keyDigest, amount } = before
  return { before, text, clientId, keyDigest, amount, times: 0, details: {} }
}

/** Saying nothing takes nothing away from what stands there. */
const said = (details: Target['details']) =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null)) as Target['details']

async function insert(
  ctx: Context,
  tx: Transaction,
  listId: number,
  targets: readonly Target[],
  { sections, end }: KnownTexts & Partial<KnownOfText>,
): Promise<{ items: ItemRow[]; end: ListEnd | null }> {
  const items = targets.map(({ text, clientId, keyDigest, amount, times, details }) => ({
    text,
    clientId,
    keyDigest,
    amount,
    section: sections.get(keyDigest) ?? builtInSection(text),
    ...(times > 1 && { uncounted: times }),
    ...details,
  }))
  const [only, ...others] = items
  if (only === undefined) return { items: [], end: null }
  if (others.length > 0) return { items: await insertAllActive(ctx, tx, listId, items), end: null }
  const inserted = await insertActive(ctx, tx, listId, only, end)
  return { items: [inserted.item], end: inserted.end }
}

async function raise(
  { now }: Context,
  tx: Transaction,
  { amount, times, details }: Target,
  before: ItemRow,
): Promise<ItemRow> {
  const uncounted = before.uncounted + times
  const set = { ...details, amount, uncounted, followsId: null, updatedAt: now() }
  if (Object.keys(details).length === 0)
    await setAmount(tx).execute({ id: before.id, amount, uncounted, updatedAt: set.updatedAt })
  else await tx.update(listItems).set(set).where(eq(listItems.id, before.id))
  return { ...before, ...set }
}

const setAmount = prepared((db) =>
  db
    .update(listItems)
    .set({
      amount: sql`${sql.placeholder('amount')}`,
      uncounted: sql`${sql.placeholder('uncounted')}`,
      followsId: null,
      updatedAt: sql`${sql.param(sql.placeholder('updatedAt'), listItems.updatedAt)}`,
    })
    .where(eq(listItems.id, sql.placeholder('id')))
    .prepare(),
)
