import { useEffect, useRef, useState } from 'preact/hooks'
import { LONG_PATIENCE_MS, soon } from '../../lib/patience'
import { readChore } from './read'
import type { ChoreLine } from './sentence'

const PAUSE_MS = 200

interface Asked {
  text: string
  answer: Promise<ChoreLine | null>
  end: AbortController
}

/**
 * What is understood of a line of a list while it is typed, and `settle` for what is understood of one in the end: null where that
 * is nothing, and where nobody can be asked.
 */
export function useChoreReading(listId: number, text: string, isWanted: boolean) {
  const [read, setRead] = useState<{ text: string; chore: ChoreLine | null } | null>(null)
  const asked = useRef<Asked | null>(null)
  const wanted = isWanted ? text.trim() : ''

  const drop = () => {
    asked.current?.end.abort()
    asked.current = null
  }
  const ask = async (text: string) => {
    if (asked.current?.text === text) return asked.current.answer
    drop()
    const end = new AbortController()
    const answer = readChore(listId, text, end.signal)
    asked.current = { text, answer, end }
    const chore = await answer
    if (!end.signal.aborted) setRead({ text, chore })
    return chore
  }
  const settle = async (typed: string) => {
    const answer = ask(typed)
    // It is wanted whatever is typed next.
    asked.current = null
    return soon(answer, LONG_PATIENCE_MS)
  }
  useEffect(() => {
    if (wanted === '') return drop()
    const timer = setTimeout(ask, PAUSE_MS, wanted)
    return () => clearTimeout(timer)
  }, [wanted])
  useEffect(() => drop, [])
  return { chore: wanted !== '' && read?.text === wanted ? read.chore : null, settle }
}
