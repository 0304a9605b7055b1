import { queries, useQuery } from './queries'
import type { Person } from './types'

export type { Person }

const NOT_KNOWN: readonly Person[] = []

/** Everybody whom an event can be for, by position; nobody until that is known. Always the same array for the same answer. */
export const usePeople = (): readonly Person[] => useQuery(queries.people).data ?? NOT_KNOWN
