import * as api from '../../data/api'
import { ApiError } from '../../data/http'
import { queries, queryClient, refresh } from '../../data/queries'
import type { Item, List } from '../../data/types'
import { text } from '../../i18n'
import { unsavedText } from '../../i18n/unsaved'
import type { Description } from '../../outbox/pending'
import { startSender, type Verdict } from '../../outbox/sender'
import { tellNotSaved } from '../../shell/not-saved'
import { showToast } from '../../ui/toast'
import { viewLists, withAnswer } from './applied'
import { listWrites } from './queue'
import { answered, heads, type ItemName, isRemoval, type ListWrite } from './write'

/** Carries what was done to lists to the service; once in the life of a page. */
export async function startListWrites(): Promise<void> {
  await listWrites.open()
  startSender(listWrites, {
    describe,
    heads,
    send,
    answered,
    refused,
    settle,
    onFailed: (write) => tellNotSaved(text().shell.refused(write.text)),
    forgotten: LOST,
  })
}

const LOST = 'lost'
const REFUSED = 'refused'

async function send(write: ListWrite): Promise<unknown> {
  const { kind, listId, key } = write
  switch (kind) {
    case 'add':
      return api.lists.addItem(listId, { text: write.text, clientId: write.clientId }, key)
    case 'change':
      return api.lists.changeItem(idOf(write.item, listId), write.change, key)
    case 'remove':
      return api.lists.removeItem(idOf(write.item, listId))
    case 'clear':
      return removeAll(write.items, listId)
    case 'change-list':
      return api.lists.change(listId, write.change)
    case 'delete-list':
      return api.lists.remove(listId)
  }
}

/** Exactly those items, never what somebody else has checked meanwhile. */
async function removeAll(items: readonly ItemName[], listId: number): Promise<void> {
  for (const item of items) {
    try {
      await api.lists.removeItem(idOf(item, listId))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
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

/** What somebody else has deleted meanwhile needs no decision. */
function refused(write: ListWrite, { status }: ApiError): Verdict {
  if (status !== 404) return { reason: REFUSED }
  if (isRemoval(write)) return 'done'
  showToast({ text: text().shell.gone(write.text) })
  refreshList(write)
  return 'gone'
}

/** Puts the answer where the write stood, so that nothing flickers until the list is read again. */
function settle(write: ListWrite, answer: unknown): void {
  const { queryKey } = queries.items(write.listId)
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Item[]>(queryKey, (items) => items && withAnswer(items, write, answer))
  queryClient.setQueryData<List[]>(queries.lists.queryKey, (lists) => lists && viewLists(lists, [write]))
  refreshList(write)
}

function refreshList({ listId }: ListWrite): void {
  refresh(queries.lists.queryKey)
  refresh(queries.items(listId).queryKey)
}

function describe(write: ListWrite): Description {
  const { kind, text: name, listId, reason } = write
  const { kinds, reasons } = unsavedText()
  return {
    name,
    what: kinds[isRemoval(write) ? 'delete' : kind === 'add' ? 'create' : 'edit'],
    href: `/lists/${listId}`,
    reason: reason === LOST ? reasons.lost : text().shell.refused(name),
  }
}
