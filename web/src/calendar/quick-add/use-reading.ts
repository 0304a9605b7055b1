import { useEffect, useRef, useState } from 'preact/hooks'
import { isReachable, onReachable } from '../../data/connection'
import { parseEvent } from '../../data/event-text'
import { sentenceHabits } from '../../i18n/sentence'
import { LONG_PATIENCE_MS, soon } from '../../lib/patience'
import { carriedOn, type Reading } from './reading'

const PAUSE_MS = 150

interface Asked {
  text: string
  answer: Promise<Reading | null>
  end: AbortController
}

interface Read {
  /** The newest that still counts; of this text or an earlier one. */
  reading: Reading | null
  /** This text was asked about in vain. */
  isUnread: boolean
  /** What counts of this text, asked for at once and awaited for as long as it may be coming. */
  settle: () => Promise<Reading | null>
}

/** What the service understands of a text while it is typed. Answers about an earlier text are dropped. */
export function useReading(text: string, day: string, isWanted: boolean): Read {
  const [reading, setReading] = useState<Reading | null>(null)
  const [unread, setUnread] = useState<string | null>(null)
  const asked = useRef<Asked | null>(null)
  const wanted = isWanted ? text.trim() : ''

  const drop = () => {
    asked.current?.end.abort()
    asked.current = null
  }
  const ask = (): Promise<Reading | null> => {
    if (asked.current?.text === text) return asked.current.answer
    drop()
    const end = new AbortController()
    const answer = isReachable() ? answerTo(text, day, end.signal) : Promise.resolve(null)
    const mine = { text, end, answer }
    asked.current = mine
    const take = (found: Reading | null) => {
      if (asked.current !== mine) return
      setUnread(found === null ? text : null)
      setReading((before) => found ?? carriedOn(before, text))
    }
    void soon(answer, LONG_PATIENCE_MS).then(take)
    // One that was given up may still come.
    void answer.then(take)
    return answer
  }
  const settle = async () => {
    if (wanted === '') return null
    const found = unread === text ? null : await soon(ask(), LONG_PATIENCE_MS)
    return found ?? carriedOn(reading, text)
  }

  useEffect(() => {
    if (wanted === '') {
      drop()
      setReading(null)
      return setUnread(null)
    }
    const timer = setTimeout(ask, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, wanted])
  useEffect(
    () =>
      onReachable(() => {
        if (asked.current?.text !== text || unread !== text) return
        drop()
        void ask()
      }),
    [text, unread],
  )
  useEffect(() => drop, [])
  return { reading, isUnread: unread === text, settle }
}

async function answerTo(text: string, day: string, signal: AbortSignal): Promise<Reading | null> {
  return parseEvent({ text, day, ...sentenceHabits() }, signal).then(
    (parsed) => ({ ...parsed, text }),
    () => null,
  )
}
