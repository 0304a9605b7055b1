import { useRef } from 'preact/hooks'
import { useZone } from '../../data/session'
import { type Ask, useRangeQuestion } from '../parts/range-question'
import { saveDrop } from './drop'
import type { Lifted } from './shift'

/** Saves what is dropped. `question` is to be drawn: of several series that are dropped in a row each has its own. */
export function useDrop() {
  const zone = useZone()
  const { ask, question } = useRangeQuestion()
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const askInTurn: Ask = (asked) => {
    const answer = before.current.then(() => ask(asked))
    before.current = answer
    return answer
  }
  return { onDrop: (drop: Lifted) => void saveDrop(drop, zone, askInTurn), question }
}
