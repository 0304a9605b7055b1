import { asc, eq, getTableColumns } from 'drizzle-orm'
import { type Announcing, announce } from '../platform/announcements/announce'
import type { Context } from '../platform/context'
import type { Executor, Transaction } from '../platform/db/client'
import { displayCalendars, displayLists, displays } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { notFound } from '../platform/http-errors'
import type { Announcement } from '../platform/hub'
import { ownersOf } from './calendars'
import { type DisplayChoice, readShown, refuseWhatIsNotOpen, type Shown } from './display-choice'

declare module '../platform/hub' {
  interface Topics {
    /** What a display may do or show is not what it was, or its device is another one, or it is gone. */
    display: { displayId: number }
  }
}

/** To be announced in the transaction that changes what a display is or shows. */
export const displayChanged = (displayId: number): Announcement<'display'> => ({ topic: 'display', displayId })

/** A display as its admins see it. */
export interface Display extends DisplayChoice {
  id: number
  name: string
  canTick: boolean
  canAdd: boolean
  pairedAt: Date | null
  lastSeenAt: Date | null
  /** The members whose days it shows, by id. */
  owners: number[]
}

const choiceOf = ({ calendars, listIds }: Shown): DisplayChoice & Pick<Display, 'owners'> => ({
  calendarIds: calendars.map(({ id }) => id).toSorted((a, b) => a - b),
  listIds,
  owners: ownersOf(calendars),
})

type DisplayForm = Pick<Display, 'name' | 'canTick' | 'canAdd'> & DisplayChoice

/** All displays, the oldest first. */
export async function readDisplays({ db }: { db: Executor }): Promise<Display[]> {
  const rows = await db.select(COLUMNS).from(displays).orderBy(asc(displays.id))
  const shown = await readShown(db)
  return rows.map((row) => ({ ...row, ...choiceOf(shown.on(row.id)) }))
}

/** @throws Refusal 404 */
export async function readDisplay({ db }: { db: Executor }, displayId: number): Promise<Display> {
  const [row] = await db.select(COLUMNS).from(displays).where(eq(displays.id, displayId))
  if (row === undefined) throw notFound()
  return { ...row, ...choiceOf((await readShown(db)).on(displayId)) }
}

/** @throws Refusal 400 for a calendar or a list that is not open to the household */
export async function createDisplay(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  adminId: number,
  { calendarIds, listIds, ...given }: DisplayForm,
): Promise<Display> {
  await refuseWhatIsNotOpen(tx, { calendarIds, listIds })
  const values = { ...given, addedBy: adminId, createdAt: now() }
  const [row] = await tx.insert(displays).values(values).$returningId()
  await choose(tx, row!.id, { calendarIds, listIds })
  return readDisplay({ db: tx }, row!.id)
}

/** Changes what is given. @throws Refusal 400 for a calendar or a list that is not open to the household, 404 */
export async function changeDisplay(
  ctx: Announcing & Pick<Context, 'db'>,
  displayId: number,
  { calendarIds, listIds, ...given }: Partial<DisplayForm>,
): Promise<Display> {
  return inTransaction(ctx.db, async (tx) => {
    await lockDisplay(tx, displayId)
    await refuseWhatIsNotOpen(tx, { calendarIds, listIds })
    if (Object.keys(given).length > 0) await tx.update(displays).set(given).where(eq(displays.id, displayId))
    await choose(tx, displayId, { calendarIds, listIds })
    announce(ctx, tx, displayChanged(displayId))
    return readDisplay({ db: tx }, displayId)
  })
}

/** Removes a display; its token is dead at once. @throws Refusal 404 */
export async function removeDisplay(ctx: Announcing & Pick<Context, 'db'>, displayId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [{ affectedRows }] = await tx.delete(displays).where(eq(displays.id, displayId))
    if (affectedRows === 0) throw notFound()
    announce(ctx, tx, displayChanged(displayId))
  })
}

/** Holds a display until the transaction ends. @throws Refusal 404 */
export async function lockDisplay(tx: Transaction, displayId: number): Promise<void> {
  const [row] = await tx.select({ id: displays.id }).from(displays).where(eq(displays.id, displayId)).for('update')
  if (row === undefined) throw notFound()
}

const { id, name, canTick, canAdd, pairedAt, lastSeenAt } = getTableColumns(displays)
const COLUMNS = { id, name, canTick, canAdd, pairedAt, lastSeenAt }

async function choose(tx: Transaction, displayId: number, { calendarIds, listIds }: Partial<DisplayChoice>) {
  if (calendarIds !== undefined) {
    await tx.delete(displayCalendars).where(eq(displayCalendars.displayId, displayId))
    const rows = [...new Set(calendarIds)].map((calendarId) => ({ displayId, calendarId }))
    if (rows.length > 0) await tx.insert(displayCalendars).values(rows)
  }
  if (listIds !== undefined) {
    await tx.delete(displayLists).where(eq(displayLists.displayId, displayId))
    const rows = [...new Set(listIds)].map((listId) => ({ displayId, listId }))
    if (rows.length > 0) await tx.insert(displayLists).values(rows)
  }
}
