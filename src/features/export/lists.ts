import { asc, eq, type SQL } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { listItems, lists } from '../../platform/db/schema'
import { type ListRow, presentList } from '../shared/lists'
import { csvOf } from './csv'
import type { createNames } from './names'
import type { ExportedFile } from './zip'

type ItemRow = typeof listItems.$inferSelect

/** Lists, each as JSON that the interface takes in again, and as a table. */
export async function* exportedLists(
  { db }: Context,
  condition: SQL,
  nameFor: ReturnType<typeof createNames>,
): AsyncGenerator<ExportedFile> {
  const rows = await db.select().from(lists).where(condition).orderBy(asc(lists.id))
  for (const list of rows) {
    const { listId, rank, id } = listItems
    const items = await db.select().from(listItems).where(eq(listId, list.id)).orderBy(asc(rank), asc(id))
    const path = nameFor('lists', list.name)
    yield { path: `${path}.json`, pieces: [`${JSON.stringify(listOf(list, items), null, 2)}\n`] }
    yield { path: `${path}.csv`, pieces: [csvOf([COLUMNS, ...items.map(cellsOf)])] }
  }
}

function listOf(list: ListRow, items: readonly ItemRow[]) {
  const { id: _, ownerId: __, ...told } = presentList(list)
  return { ...told, items: items.map(itemOf) }
}

/** As `POST /api/lists/:id/items` takes it; who does it is another household's business. */
const itemOf = ({ text, checked, section, amount, due, dueTime, recurrence }: ItemRow) => ({
  text,
  checked,
  ...(section !== null && { section }),
  ...(amount !== null && { amount }),
  ...(due !== null && { due }),
  ...(dueTime !== null && { dueTime }),
  ...(recurrence !== null && { repeat: recurrence }),
})

const COLUMNS = ['text', 'checked', 'amount', 'section', 'due', 'time', 'added']

const cellsOf = ({ text, checked, amount, section, due, dueTime, createdAt }: ItemRow) => [
  text,
  checked ? 'yes' : 'no',
  amount ?? '',
  section ?? '',
  due ?? '',
  dueTime ?? '',
  createdAt.toISOString(),
]
