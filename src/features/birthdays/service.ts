import { eq } from 'drizzle-orm'
import { parseBirthDate } from '../../calendar/birthdays/dates'
import { readBirthday } from '../../calendar/birthdays/read'
import { householdChanged } from '../../household/birthdays-calendar'
import { lockHousehold } from '../../household/lock'
import { announce } from '../../platform/announcements/announce'
import type { Context } from '../../platform/context'
import type { Transaction } from '../../platform/db/client'
import { birthdays } from '../../platform/db/schema'
import { inTransaction } from '../../platform/db/transaction'
import { notFound, Refusal } from '../../platform/http-errors'
import { type Author, answerOnce, type KeyedRequest } from '../../platform/idempotency'
import type { Birthday, BirthdayChange, NewBirthday } from './model'
import { presentBirthday } from './present'

/** All of them are looked through for every screen. */
const MAX_BIRTHDAYS = 1_000

/** Adds somebody to the household's list. @throws Refusal 409 for a list that is full, 422 for a key of another request */
export const addBirthday = (ctx: Context, author: Author, { name, date, reminder }: NewBirthday): Promise<Birthday> =>
  write(ctx, { ...author, parts: ['add-birthday', name, date, reminder] }, async (tx) => {
    await lockHousehold(ctx, tx)
    if ((await tx.$count(birthdays)) >= MAX_BIRTHDAYS) throw new Refusal(409, 'The list of birthdays is full')
    const values = { name, ...parseBirthDate(date)!, reminder, createdAt: ctx.now() }
    const [row] = await tx.insert(birthdays).values(values).$returningId()
    return row!.id
  })

/** Changes what is given. @throws Refusal 404, 422 for a key of another request */
export const changeBirthday = (ctx: Context, author: Author, id: number, change: BirthdayChange): Promise<Birthday> =>
  write(ctx, { ...author, parts: ['change-birthday', id, change] }, async (tx) => {
    await lockHousehold(ctx, tx)
    await tx.update(birthdays).set(columnsOf(change)).where(eq(birthdays.id, id))
    return id
  })

/** @throws Refusal 404, 422 for a key of another request */
export const removeBirthday = (ctx: Context, author: Author, id: number): Promise<{ id: number }> =>
  once(ctx, { ...author, parts: ['remove-birthday', id] }, async (tx) => {
    await lockHousehold(ctx, tx)
    const [{ affectedRows }] = await tx.delete(birthdays).where(eq(birthdays.id, id))
    if (affectedRows === 0) throw notFound()
    return { id }
  })

const columnsOf = ({ date, ...change }: BirthdayChange) => ({
  ...change,
  ...(date !== undefined && parseBirthDate(date)!),
})

/** Writes a row once under its key, announces it, and answers with it. */
const write = (
  ctx: Context,
  request: KeyedRequest,
  writeRow: (tx: Transaction) => Promise<number>,
): Promise<Birthday> =>
  once(ctx, request, async (tx) => {
    const row = await readBirthday({ db: tx }, await writeRow(tx))
    if (row === undefined) throw notFound()
    return presentBirthday(row)
  })

/** Does a write of the list once under its key, and announces it. */
function once<Answer>(
  ctx: Context,
  request: KeyedRequest,
  change: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(ctx.db, (tx) => {
    announce(ctx, tx, householdChanged())
    return answerOnce(ctx, tx, request, () => change(tx))
  })
}
