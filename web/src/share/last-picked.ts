import { memberId } from '../data/session'

const keyOf = () => `share-list-${memberId.get()}`

/** The list to which something was shared last on this device. */
export const lastPicked = (): number => Number(localStorage.getItem(keyOf()))

export const keepPicked = (listId: number): void => localStorage.setItem(keyOf(), String(listId))
