import { expect } from 'bun:test'
import type { RowDataPacket } from 'mysql2'
import type { Config } from '../../../src/platform/config'
import { connect } from '../../../src/platform/db/connect'
import type { Answering } from '../../support/cast'
import type { Client } from './random-client'
import { type List, shopping } from './shopping'

/** The tables of the lists as they are. */
export interface Stored {
  /** In the order in which they are shown. */
  items: RowDataPacket[]
  shares: RowDataPacket[]
  notices: RowDataPacket[]
  additions: RowDataPacket[]
}

/** Reads the tables, of a cluster with all that any node has committed. */
export async function readStored(database: Config['database']): Promise<Stored> {
  const connection = await connect(database)
  // Servers without wsrep refuse it, and need it not.
  await connection.query('set session wsrep_sync_wait = 1').catch(() => {})
  const read = async (statement: string) => (await connection.query<RowDataPacket[]>(statement))[0]
  try {
    return {
      items: await read('select id, list_id, text, checked, `rank` from list_items order by list_id, `rank`, id'),
      shares: await read('select list_id, user_id from list_shares'),
      notices: await read('select list_id, user_id, first_id from list_notices'),
      additions: await read('select id, list_id, item_id, user_id from list_additions'),
    }
  } finally {
    await connection.end()
  }
}

/** What is stored is what was added and not removed: nothing is lost, doubled, or came back; nobody has touched what was made of a list. */
export function expectNothingLost({ items }: Stored, lists: readonly List[], clients: readonly Client[]) {
  const rows = items.filter(({ list_id }) => lists.some(({ id }) => id === list_id))
  const removed = new Set(clients.flatMap((client) => [...client.removed]))
  const alive = clients.flatMap((client) => [...client.added.keys()]).filter((id) => !removed.has(id))
  expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(alive.toSorted((a, b) => a - b))
  const firstTexts = new Map(clients.flatMap((client) => [...client.added]))
  for (const { id, text } of rows) expect(text).toStartWith(firstTexts.get(id)!)

  for (const { id, activeCount } of clients.flatMap((client) => client.duplicates)) {
    const copied = items.filter(({ list_id }) => list_id === id)
    expect([copied.length, copied.filter(({ checked }) => checked === 1).length]).toEqual([activeCount, 0])
  }
}

/** The stored order is what whoever may read a list reads and sees on the screen; nobody else sees it. */
export async function expectOneOrder(
  service: Answering,
  { items, shares }: Stored,
  lists: readonly List[],
  clients: readonly Client[],
) {
  const shop = shopping(service)
  for (const list of lists) {
    const stored = items.filter(({ list_id }) => list_id === list.id)
    const ids = stored.map(({ id }) => id)
    const bytewise = stored.toSorted((a, b) => (a.rank === b.rank ? a.id - b.id : a.rank < b.rank ? -1 : 1))
    expect(ids).toEqual(bytewise.map(({ id }) => id))
    expect(stored.every(({ rank }) => /^[0-9A-Za-z]{1,255}$/.test(rank))).toBe(true)

    const readers = shares.filter(({ list_id }) => list_id === list.id).map(({ user_id }) => user_id)
    const members = new Set(clients.map(({ screen }) => screen.member.id))
    expect([0, members.size - 1]).toContain(readers.length)
    for (const { screen } of clients) {
      const shown = screen.shown.get(list.id)
      if (screen.member.id === list.ownerId || readers.includes(screen.member.id)) {
        const read = await shop.items(screen.member, list.id)
        expect(read.map(({ id }) => id)).toEqual(ids)
        expect(shown).toEqual(read)
      } else {
        expect(shown).toBeUndefined()
      }
    }
  }
}

/** Whoever waits to hear of additions reads the list; nothing is told twice, and nobody is told of what is their own. */
export function expectHeardOnce(lists: readonly List[], { shares, notices, additions }: Stored) {
  const itemIds = additions.map(({ item_id }) => item_id)
  expect(new Set(itemIds).size).toBe(itemIds.length)
  for (const { list_id, user_id, first_id } of notices) {
    const isOwner = lists.some(({ id, ownerId }) => id === list_id && ownerId === user_id)
    expect(isOwner || shares.some((one) => one.list_id === list_id && one.user_id === user_id)).toBe(true)
    const others = additions.filter((one) => one.list_id === list_id && one.user_id !== user_id)
    if (first_id !== null) expect(others.map(({ id }) => id)).toContain(first_id)
  }
}
