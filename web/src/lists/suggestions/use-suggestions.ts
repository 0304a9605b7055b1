import { useEffect, useMemo } from 'preact/hooks'
import { isReachable } from '../../data/connection'
import { queries, useQuery } from '../../data/queries'
import type { Suggestion } from '../../data/types'
import { useListWrites } from '../writes/queue'
import { addedBy } from '../writes/write'
import { find, foundOf, recentOf } from './kept'
import { isWorthAsking, knownSuggestions, matching, NOTHING_FOUND, recentlyBought } from './known'

const PAUSE_MS = 200
const NONE: readonly Suggestion[] = []

/**
 * What may be added: while nothing is typed what was bought last, then what begins in these words. The device's own
 * knowledge is there at once; the service is asked when that is little, and its answers only add to it, so that none of
 * them can come too late. Undefined while nothing is known.
 */
export function useSuggestions(listId: number, typed: string, isWanted: boolean): readonly Suggestion[] | undefined {
  const { data: recent } = useQuery(recentOf(listId), { enabled: isWanted })
  const { data: found = NOTHING_FOUND } = useQuery(foundOf(listId), { enabled: false })
  const writes = useListWrites()
  const open = useOpenTexts(listId)
  useEffect(() => {
    if (!isWanted || !isReachable() || !isWorthAsking({ recent: recent ?? NONE, found }, typed)) return
    const end = new AbortController()
    const timer = setTimeout(() => void find(listId, typed, end.signal), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [listId, typed, isWanted, recent, found])
  if (!isWanted || recent === undefined) return undefined
  const known = knownSuggestions({ recent, found }, writes, listId)
  if (typed !== '') return matching(known, typed)
  if (open === undefined) return undefined
  const added = writes.filter((write) => write.listId === listId).flatMap(addedBy)
  return recentlyBought(known, [...open, ...added.map(({ text, read }) => read?.text ?? text)])
}

/** What the service has as left; undefined while that is not known. */
function useOpenTexts(listId: number): readonly string[] | undefined {
  const { data: items } = useQuery(queries.items(listId), { enabled: false })
  return useMemo(() => items?.flatMap(({ text, checked }) => (checked ? [] : text)), [items])
}
