/** A device with the client's own queue of writes of lists, in a worker of Bun. */
// The page is there before the client.
import './page'
import { QueryObserver } from '@tanstack/query-core'
import { ApiError } from '../../../../web/src/data/http'
import { queries, queryClient, refresh } from '../../../../web/src/data/queries'
import { memberId } from '../../../../web/src/data/session'
import type { Item } from '../../../../web/src/data/types'
import { startLanguage } from '../../../../web/src/i18n'
import { whole } from '../../../../web/src/lib/needs'
import { listWrites } from '../../../../web/src/lists/writes/queue'
import { startListWrites } from '../../../../web/src/lists/writes/sender'
import { viewItems } from '../../../../web/src/lists/writes/view'
import { randomFrom } from '../../../support/random-from'
import { Person } from './operate'
import { hear, start, tell } from './page'

const { member, lists, seed } = start
const listIds = Object.values(lists)

const waiting = () => listWrites.writes.get().filter(({ stage }) => stage !== 'failed')
const itemsOf = (listId: number) => queryClient.getQueryData<Item[]>(queries.items(listId).queryKey) ?? []

const person = new Person(lists, (listId) => viewItems(itemsOf(listId), waiting(), listId), randomFrom(seed))

/** The ids of all that was done here. */
const made = new Set<string>()
listWrites.writes.subscribe(() => {
  for (const { id } of listWrites.writes.get()) made.add(id)
})

/** Resolves when all writes have been done, or one has failed, and the disk knows. */
const nothingWaits = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      const writes = listWrites.writes.get()
      if (writes.length === 0 || waiting().length < writes.length) void listWrites.kept().then(() => resolve())
    }
    listWrites.writes.subscribe(look)
    look()
  })

/** Asks again where what was under way already has been lost, or was given up. */
const read = (listId: number): Promise<Item[]> =>
  queryClient.fetchQuery({ ...queries.items(listId), staleTime: 0 }).catch((error: unknown) => {
    if (error instanceof ApiError && !error.isTransient) throw error
    return read(listId)
  })

async function show() {
  await nothingWaits()
  const items = listIds.map(async (listId) => [listId, await read(listId)] as [number, Item[]])
  tell({ kind: 'shown', items: await Promise.all(items), left: listWrites.writes.get() })
}

hear((message) => {
  if (message.kind === 'news') refresh(queries.items(message.listId).queryKey)
  if (message.kind === 'show') void show()
  if (message.kind !== 'operate') return
  for (let count = 0; count < message.count; count++) person.operate()
  void listWrites.kept().then(() => tell({ kind: 'operated', writes: [...made] }))
})

memberId.set(member)
await whole(startLanguage)
await startListWrites()
// Somebody looks at each list.
for (const listId of listIds) new QueryObserver(queryClient, queries.items(listId)).subscribe(() => {})
tell({ kind: 'operated', writes: [] })
