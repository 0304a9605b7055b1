import { useEffect, useRef, useState } from 'preact/hooks'
import { usePeople } from '../../data/people'
import { readChore } from './read'
import type { ChoreLine } from './sentence'

const PAUSE_MS = 200
/** Nobody who has finished waits longer. */
const PATIENCE_MS = 1_000

interface Asked {
  text: string
  answer: Promise<ChoreLine | null>
  end: AbortController
}

/**
 * What is understood of a line while it is typed, and `settle` for what is understood of it in the end: null where that
 * is nothing, and where nobody can be asked.
 */
export function useChoreReading(text: string, isWanted: boolean) {
  const people = usePeople()
  const [read, setRead] = useState<{ text: string; chore: ChoreLine | null } | null>(null)
  const asked = useRef<Asked | null>(null)
  const wanted = isWanted ? text.trim() : ''

  const drop = () => {
    asked.current?.end.abort()
    asked.current = null
  }
  const ask = async () => {
    if (asked.current?.text === wanted) return asked.current.answer
    drop()
    const end = new AbortController()
    const answer = readChore(wanted, people, end.signal)
    asked.current = { text: wanted, answer, end }
    const chore = await answer
    if (!end.signal.aborted) setRead({ text: wanted, chore })
    return chore
  }
  const settle = () => {
    if (wanted === '') return Promise.resolve(null)
    const answer = ask()
    // It is wanted whatever is typed next.
    asked.current = null
    const tooLate = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
    return Promise.race([answer, tooLate])
  }
  useEffect(() => {
    if (wanted === '') return drop()
    const timer = setTimeout(ask, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, people])
  useEffect(() => drop, [])
  return { chore: wanted !== '' && read?.text === wanted ? read.chore : null, settle }
}
