import { MAX_NAMED_ITEMS } from '../../../../src/platform/limits'
import * as api from '../../data/api'
import { ApiError, isStatus } from '../../data/http'
import { queries, queryClient, refresh, refreshEverywhere } from '../../data/queries'
import { removal } from '../../data/remove'
import type { Item, List } from '../../data/types'
import { unsavedText } from '../../i18n/unsaved'
import type { Verdict } from '../../outbox/kind'
import type { Description } from '../../outbox/pending'
import { startSender } from '../../outbox/sender'
import { tellNotSaved } from '../../shell/not-saved'
import { showToast } from '../../ui/toast'
import { forgotten } from '../suggestions/kept'
import { addItems, forgetSuggestions, moveChecked, untick } from './api'
import { viewLists, withAnswer } from './applied'
import { listWrites } from './queue'
import { addedBy, answered, heads, type ItemName, isRemoval, type ListWrite, type NewItem, ownIds } from './write'

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
    onFailed: (write) => tellNotSaved(unsavedText().notSaved(write.text)),
    forgotten: LOST,
  })
}

const LOST = 'lost'
const REFUSED = 'refused'

/** The ids of what this page has added: a list may be read after what was added to it. */
const idsAdded = new Map<ItemName, number>()

async function send(write: ListWrite): Promise<unknown> {
  const answer = await ask(write)
  for (const [clientId, id] of ownIds(write, answer)) idsAdded.set(clientId, id)
  return answer
}

async function ask(write: ListWrite): Promise<unknown> {
  const { kind, listId, key } = write
  switch (kind) {
    case 'add':
      return api.lists.addItem(listId, { ...bodyOf(write), ...parsing([write]) }, key)
    case 'add-all':
      return addItems(listId, { items: write.items.map(bodyOf), ...parsing(write.items) }, key)
    case 'change':
      return api.lists.changeItem(idOf(write.item, listId), write.change, key)
    case 'remove':
      return api.lists.removeItem(idOf(write.item, listId))
    case 'clear':
      return removeAll(write.items, listId)
    case 'untick':
      return ofTicked(write.items, listId, (ids) => untick(listId, ids, key))
    case 'move-checked': {
      const names = write.items.map(({ item }) => item)
      return ofTicked(names, listId, (ids) => moveChecked(listId, write.toListId, ids, key))
    }
    case 'forget':
      return forgetSuggestions(listId, write.forgets, key)
    case 'change-list':
      return api.lists.change(listId, write.change)
    case 'delete-list':
      return removal<{ id: number }>(`/api/lists/${listId}`)
  }
}

const bodyOf = ({ text, clientId, details }: NewItem) => ({ text, clientId, ...details })
const parsing = (items: readonly NewItem[]) => (items.some(({ read }) => read !== undefined) ? { parse: true } : {})

/** Exactly those items, never what somebody else has checked meanwhile. */
async function removeAll(items: readonly ItemName[], listId: number): Promise<void> {
  for (const item of items) {
    try {
      await api.lists.removeItem(idOf(item, listId))
    } catch (error) {
      if (!isStatus(error, 404)) throw error
    }
  }
}

/** Does something to these items alone, not to what others have ticked meanwhile; to all where there are too many to name. */
async function ofTicked(
  names: readonly ItemName[] | undefined,
  listId: number,
  doIt: (itemIds: number[] | undefined) => Promise<{ count: number }>,
): Promise<{ count: number }> {
  if (names === undefined || names.length > MAX_NAMED_ITEMS) return doIt(undefined)
  const ids = names.flatMap((name) => knownId(name, listId) ?? [])
  return ids.length === 0 ? { count: 0 } : doIt(ids)
}

/** By the time a write is sent, the addition before it has been answered, and the item is known by both names. */
function idOf(item: ItemName, listId: number): number {
  const id = knownId(item, listId)
  if (id === undefined) throw new ApiError(404, 'The item was never added')
  return id
}

function knownId(item: ItemName, listId: number): number | undefined {
  if (typeof item === 'number') return item
  const items = queryClient.getQueryData<Item[]>(queries.items(listId).queryKey)
  return idsAdded.get(item) ?? items?.find(({ clientId }) => clientId === item)?.id
}

/** What somebody else has deleted meanwhile needs no decision. */
function refused(write: ListWrite, { status }: ApiError): Verdict {
  if (status !== 404) return { reason: REFUSED }
  if (isRemoval(write)) return 'done'
  showToast({ text: unsavedText().goneMeanwhile(write.text) })
  refreshList(write)
  return 'gone'
}

/** Puts the answer where the write stood, so that nothing flickers until the list is read again. */
function settle(write: ListWrite, answer: unknown): boolean {
  if (write.kind === 'forget') forgotten(write.forgets)
  else {
    const { queryKey } = queries.items(write.listId)
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Item[]>(queryKey, (items) => items && withAnswer(items, write, answer))
    queryClient.setQueryData<List[]>(queries.lists.queryKey, (lists) => lists && viewLists(lists, [write]))
    refreshList(write)
  }
  return true
}

function refreshList(write: ListWrite): void {
  refresh(queries.lists.queryKey)
  refresh(queries.items(write.listId).queryKey)
  if (write.kind === 'move-checked') refreshEverywhere(queries.items(write.toListId).queryKey)
}

function describe(write: ListWrite): Description {
  const { text: name, listId, reason } = write
  const { kinds, reasons, notSaved } = unsavedText()
  return {
    name,
    what: kinds[isRemoval(write) ? 'delete' : addedBy(write).length > 0 ? 'create' : 'edit'],
    href: `/lists/${listId}`,
    reason: reason === LOST ? reasons.lost : notSaved(name),
  }
}
