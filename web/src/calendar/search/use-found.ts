import { useEffect, useRef, useState } from 'preact/hooks'
import { MAX_QUERY_LENGTH } from '../../../../src/platform/limits'
import { useReachable } from '../../data/connection'
import { ApiError, request } from '../../data/http'
import type { SearchHit, SearchHits } from '../../data/types'

/** What the service found for a query. */
interface Found {
  query: string
  /** Null: it could not be asked. */
  hits: readonly SearchHit[] | null
  cursor: string | null
  /** What follows was asked for in vain. */
  hasFailed?: boolean
}

const NOTHING: Found = { query: '', hits: [], cursor: null }

/** Between two letters of somebody who types. */
const PAUSE_MS = 150
const AT_ONCE = 30

export interface Search extends Found {
  /** What is shown answers an earlier query. */
  isAsking: boolean
  /** Asks for what follows; nothing where nothing does. */
  more(): void
  /** Asks once more where the service is there and refused; null: it was not asked, or has answered. */
  again: (() => void) | null
}

/**
 * Asks the service as somebody types; what was found before stays until the answer is there. An answer to an earlier query
 * counts no more.
 */
export function useFound(typed: string): Search {
  const query = [...typed.trim()].slice(0, MAX_QUERY_LENGTH).join('')
  const isReachable = useReachable()
  const [found, setFound] = useState(NOTHING)
  const asking = useRef<AbortController | null>(null)

  const ask = async (cursor: string | null, before: readonly SearchHit[]) => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    try {
      const answer = await request<SearchHits>('GET', '/api/events/search', {
        query: { q: query, limit: AT_ONCE, cursor: cursor ?? undefined, household: 'true' },
        signal: controller.signal,
      })
      if (!controller.signal.aborted) setFound({ query, hits: [...before, ...answer.hits], cursor: answer.nextCursor })
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setFound(cursor === null ? { query, hits: null, cursor } : { query, hits: before, cursor, hasFailed: true })
    }
    if (asking.current === controller) asking.current = null
  }

  useEffect(() => {
    asking.current?.abort()
    asking.current = null
    if (query === '') {
      setFound(NOTHING)
      return
    }
    if (!isReachable) {
      setFound({ query, hits: null, cursor: null })
      return
    }
    const timer = setTimeout(() => void ask(null, []), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query, isReachable])
  useEffect(() => () => asking.current?.abort(), [])

  const { hits, cursor } = found
  const isAsking = found.query !== query
  const more = () => {
    if (!isAsking && asking.current === null && hits !== null && cursor !== null) void ask(cursor, hits)
  }
  const again = hits === null && isReachable && !isAsking ? () => void ask(null, []) : null
  return { ...found, isAsking, more, again }
}
