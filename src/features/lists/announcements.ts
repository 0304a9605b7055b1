import type { ListAnnouncement } from '../../platform/hub'
import type { Item } from './model'
import type { ListRow } from './present'

/** What the household hears of a change, published once its transaction has committed. */

type Readers = readonly number[]

export const listUpdated = ({ id, name }: ListRow, readers: Readers): ListAnnouncement => ({
  topic: 'list',
  type: 'list:updated',
  listId: id,
  payload: { id, name },
  readers,
})

/** Also for those who lose a list that goes on without them. */
export const listDeleted = (listId: number, readers: Readers): ListAnnouncement => ({
  topic: 'list',
  type: 'list:deleted',
  listId,
  payload: { id: listId },
  readers,
})

export const itemAdded = ({ id, listId, text, clientId }: Item, readers: Readers): ListAnnouncement => ({
  topic: 'list',
  type: 'item:added',
  listId,
  payload: { id, listId, text, ...(clientId === undefined ? {} : { clientId }) },
  readers,
})

export const itemUpdated = ({ id, listId }: Item, readers: Readers): ListAnnouncement => ({
  topic: 'list',
  type: 'item:updated',
  listId,
  payload: { id, listId },
  readers,
})

export const itemDeleted = (listId: number, id: number, readers: Readers): ListAnnouncement => ({
  topic: 'list',
  type: 'item:deleted',
  listId,
  payload: { id },
  readers,
})
