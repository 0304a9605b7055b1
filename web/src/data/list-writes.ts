import { text } from '../i18n'
import { useStore } from '../lib/store'
import { showToast } from '../ui/toast'
import * as api from './api'
import { ApiError } from './http'
import { type ItemName, type ListWrite, rewriteListWrites } from './list-write'
import { queries, queryClient, refresh } from './queries'
import type { Item, List } from './types'
import { createWriteQueue, type Outcome } from './write-queue'

export const listWrites = createWriteQueue<ListWrite>({ name: 'lists', send, rewrite: rewriteListWrites, onSettled })

/** The writes that the server has not confirmed yet, in order. */
export function useListWrites(): ListWrite[] {
  return useStore(listWrites.entries).map(({ write }) => write)
}

/** Idempotency keys go with additions and changes; removals and changes of a list say the same however often. */
async function send(write: ListWrite, key: string): Promise<unknown> {
  switch (write.kind) {
    case 'add':
      return api.lists.addItem(write.listId, { text: write.text, clientId: write.clientId }, key)
    case 'check':
      return api.lists.changeItem(idOf(write.item, write.listId), { checked: write.checked }, key)
    case 'rename':
      return api.lists.changeItem(idOf(write.item, write.listId), { text: write.text }, key)
    case 'move':
      return api.lists.changeItem(idOf(write.item, write.listId), { position: write.position }, key)
    case 'remove':
      return api.lists.removeItem(idOf(write.item, write.listId))
    case 'clear':
      return removeAll(write.items, write.listId)
    case 'change-list':
      return api.lists.change(write.listId, write.change)
    case 'delete-list':
      return api.lists.remove(write.listId)
  }
}

/** Exactly those items, never what somebody else has checked meanwhile. */
async function removeAll(items: readonly ItemName[], listId: number): Promise<void> {
  for (const item of items) {
    try {
      await api.lists.removeItem(idOf(item, listId))
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

/** By the time a write is sent, the addition before it has been answered, and the item is known by both names. */
function idOf(item: ItemName, listId: number): number {
  if (typeof item === 'number') return item
  const items = queryClient.getQueryData<Item[]>(queries.items(listId).queryKey)
  const found = items?.find(({ clientId }) => clientId === item)
  if (found === undefined) throw new ApiError(404, 'The item was never added')
  return found.id
}

function onSettled(write: ListWrite, outcome: Outcome): void {
  if (outcome.ok) keepAnswer(write, outcome.answer)
  else if (!(isRemoval(write) && outcome.error.status === 404)) tellRefused(write, outcome.error.status)
  refresh(['lists'])
  refresh(['items', write.listId])
}

/** Puts the answer where the queue's write stood, so that nothing flickers until the list is read again. */
function keepAnswer(write: ListWrite, answer: unknown): void {
  const { listId } = write
  void queryClient.cancelQueries({ queryKey: ['items', listId] })
  queryClient.setQueryData<Item[]>(queries.items(listId).queryKey, (items) => items && editItems(items, write, answer))
  queryClient.setQueryData<List[]>(queries.lists.queryKey, (lists) => lists && editLists(lists, write))
}

function editItems(items: Item[], write: ListWrite, answer: unknown): Item[] {
  switch (write.kind) {
    case 'remove':
      return items.filter(({ id }) => id !== write.item)
    case 'clear':
      return items.filter(({ id }) => !write.items.includes(id))
    case 'change-list':
    case 'delete-list':
      return items
    default:
      return [...items.filter(({ id }) => id !== (answer as Item).id), answer as Item]
  }
}

function editLists(lists: List[], write: ListWrite): List[] {
  const { kind, listId } = write
  if (kind === 'delete-list') return lists.filter(({ id }) => id !== listId)
  if (kind === 'change-list') return lists.map((list) => (list.id === listId ? { ...list, ...write.change } : list))
  return lists
}

function tellRefused(write: ListWrite, status: number): void {
  const { shell } = text()
  showToast({ text: status === 404 ? shell.gone(write.text) : shell.refused(write.text) })
}

const isRemoval = ({ kind }: ListWrite) => kind === 'remove' || kind === 'delete-list'

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
