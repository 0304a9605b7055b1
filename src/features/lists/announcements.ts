import type { Announcement } from '../../platform/hub'
import type { Channel } from '../../platform/live'
import type { List } from '../shared/lists'
import type { Item } from './model'

type Type = 'list:updated' | 'list:deleted' | 'item:added' | 'item:updated' | 'item:deleted'

/** What clients are told: of a list, of an item, or of what is no more. */
interface Payload {
  id: number
  listId?: number
  name?: string
  text?: string
  clientId?: string
}

declare module '../../platform/hub' {
  interface Topics {
    list: {
      type: Type
      listId: number
      payload: Payload
      /** Those who may read the list at the moment of the announcement. */
      readers: readonly number[]
    }
  }
}

type Readers = readonly number[]
type ListAnnouncement = Announcement<'list'>

export const listUpdated = ({ id, name }: Pick<List, 'id' | 'name'>, readers: Readers): ListAnnouncement => ({
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

/** `clientId` lets the client that added it know its own. */
export const itemAdded = (
  { id, listId, text, clientId }: Pick<Item, 'id' | 'listId' | 'text' | 'clientId'>,
  readers: Readers,
): ListAnnouncement => ({
  topic: 'list',
  type: 'item:added',
  listId,
  payload: { id, listId, text, ...(clientId === undefined ? {} : { clientId }) },
  readers,
})

export const itemUpdated = ({ id, listId }: Pick<Item, 'id' | 'listId'>, readers: Readers): ListAnnouncement => ({
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

/** The stream of the lists. */
export const listChannel: Channel = {
  frames:
    '`{ type, listId, payload }`: list:updated (id, name), list:deleted (id), item:added (id, listId, text, clientId if ' +
    'given), item:updated (id, listId), item:deleted (id)',
  topics: {
    list: ({ type, listId, payload, readers }) => ({ type, about: listId, data: { listId, payload }, readers }),
  },
}
