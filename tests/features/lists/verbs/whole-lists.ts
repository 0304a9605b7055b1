import { generateNKeysBetween } from 'fractional-indexing'
import { listItems } from '../../../../src/platform/db/schema'
import type { Announcement } from '../../../../src/platform/hub'
import { listenTo } from '../../../support/announcements'
import { ask, type Member } from '../../../support/cast'
import type { Basket } from '../basket'

/** Asks for something that must be done. */
export const sayIn =
  (basket: Basket) =>
  async <T>(who: Member, request: string, body?: unknown): Promise<T> => {
    const answer = await ask<T>(basket.household, who, request, body)
    if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

/** What is announced of lists meanwhile. */
export async function heardDuring<T>({ household }: Basket, act: () => Promise<T>) {
  const heard: Extract<Announcement, { topic: 'list' }>[] = []
  const stop = await listenTo(household.ctx, (announcement) => {
    if (announcement.topic === 'list') heard.push(announcement)
  })
  try {
    return { result: await act(), heard }
  } finally {
    stop()
  }
}

/** Fills the list. Returns the texts in their order. */
export async function crowd({ household, listId }: Basket, count: number, checked: boolean): Promise<string[]> {
  const ranks = generateNKeysBetween(null, null, count)
  const now = household.ctx.now()
  const rows = ranks.map((rank, index) => ({
    listId,
    text: `${index}`,
    checked,
    rank,
    createdAt: now,
    updatedAt: now,
  }))
  for (let start = 0; start < count; start += 500) {
    await household.ctx.db.insert(listItems).values(rows.slice(start, start + 500))
  }
  return rows.map(({ text }) => text)
}
