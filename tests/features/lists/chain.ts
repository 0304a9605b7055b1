import { expect } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { completedChores, listItems } from '../../../src/platform/db/schema'
import type { Member } from '../../support/cast'
import type { Household } from '../../support/household'

const WEEK_MS = 7 * 24 * 3_600_000
const FIRST_DUE = '2026-11-21'

/** A weekly chore that these people do in turn. */
export const weekly = (text: string, turns: readonly Member[]) => ({
  text,
  due: FIRST_DUE,
  assigneeIds: turns.map(({ id }) => id),
  rotates: true,
  repeat: { every: 'week' },
})

/** A list has one chain of each chore, week after week and turn after turn, and a history of what is ticked; returns how often each came. */
export async function expectOneChain(
  { ctx }: Pick<Household, 'ctx'>,
  listId: number,
  chores: readonly ReturnType<typeof weekly>[],
): Promise<number[]> {
  const rows = await ctx.db.select().from(listItems).where(eq(listItems.listId, listId)).orderBy(asc(listItems.due))
  const chains = chores.map(({ text }) => rows.filter((row) => row.text === text))
  expect(chains.flat().length).toBe(rows.length)
  for (const [place, chain] of chains.entries()) {
    const { assigneeIds: turns } = chores[place]!
    const days = chain.map(({ due }) => Date.parse(due!))
    expect(days).toEqual(days.map((_, index) => Date.parse(FIRST_DUE) + index * WEEK_MS))
    for (const [index, { assigneeIds }] of chain.entries()) {
      expect(assigneeIds).toEqual(turns.map((_, turn) => turns[(index + turn) % turns.length]!))
    }
    expect(chain.at(-1)?.checked).toBe(false)
  }
  const done = rows.filter(({ checked }) => checked)
  expect(done.every(({ doneBy, doneAt }) => doneBy !== null && doneAt !== null)).toBe(true)
  const completed = await ctx.db.select().from(completedChores).where(eq(completedChores.listId, listId))
  expect(completed.map(({ itemId }) => itemId).sort()).toEqual(done.map(({ id }) => id).sort())
  return chains.map(({ length }) => length)
}
