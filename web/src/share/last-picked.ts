import { memberId } from '../data/session'
import { keepOnDevice } from '../lib/keep-on-device'

const keyOf = () => `share-list-${memberId.get()}`

/** The list to which something was shared last on this device. */
export const lastPicked = (): number => Number(localStorage.getItem(keyOf()))

export const keepPicked = (listId: number): void => keepOnDevice(keyOf(), String(listId))
