import { asc, eq, type SQL } from 'drizzle-orm'
import { assigneesOf } from '../../household/assignees'
import { type Person, readPeople } from '../../household/people'
import type { Context } from '../../platform/context'
import { listItems, lists, type Repeat } from '../../platform/db/schema'
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
  const people = await readPeople({ db })
  for (const list of rows) {
    const { listId, rank, id } = listItems
    const items = await db.select().from(listItems).where(eq(listId, list.id)).orderBy(asc(rank), asc(id))
    const path = nameFor('lists', list.name)
    yield { path: `${path}.json`, pieces: [`${JSON.stringify(listOf(list, items), null, 2)}\n`] }
    yield { path: `${path}.csv`, pieces: [csvOf([COLUMNS, ...items.map((item) => cellsOf(item, people))])] }
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

const COLUMNS = ['text', 'checked', 'amount', 'section', 'due', 'time', 'added', 'for', 'repeat']

/** `people`: everybody. */
function cellsOf(item: ItemRow, people: readonly Person[]): string[] {
  const { text, checked, section, amount, due, dueTime, recurrence, rotates, createdAt } = item
  const names = assigneesOf(item, people)
    .map(({ name }) => name)
    .join(', ')
  return [
    text,
    checked ? 'yes' : 'no',
    amount ?? '',
    section ?? '',
    due ?? '',
    dueTime ?? '',
    createdAt.toISOString(),
    rotates && names !== '' ? `${names} in turn` : names,
    recurrence === null ? '' : repeatWords(recurrence),
  ]
}

function repeatWords(repeat: Repeat): string {
  if ('afterDays' in repeat) return `${repeat.afterDays} days after`
  const { every, interval = 1, weekdays = [] } = repeat
  const often = interval === 1 ? `every ${every}` : `every ${interval} ${every}s`
  return weekdays.length === 0 ? often : `${often}: ${weekdays.join(', ')}`
}
