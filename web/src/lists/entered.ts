import { useRef, useState } from 'preact/hooks'

interface LineOptions {
  text: string
  setText: (text: string) => void
  /** Begins with a line at once, and returns what adds it in its turn; false: it could not be added. */
  add: (typed: string) => () => Promise<boolean>
}

/**
 * A line that is added a moment after it was entered. It stands until then; what is typed meanwhile is the next one, and
 * is added after it.
 */
export function useEntered({ text, setText, add }: LineOptions) {
  /** What is being added and stands in the line still. */
  const entered = useRef<{ text: string } | null>(null)
  const turn = useRef(Promise.resolve())
  const now = useRef(text)
  now.current = text
  const [isBusy, setBusy] = useState(false)

  const put = (next: string) => {
    entered.current = null
    setBusy(false)
    setText(next)
  }
  const onInput = (typed: string) => {
    const before = entered.current?.text
    put(before !== undefined && typed.startsWith(before) ? typed.slice(before.length) : typed)
  }
  /** Does something once all that was entered before is added. */
  const inTurn = (run: () => Promise<unknown>) => {
    turn.current = turn.current.then(async () => void (await run()))
  }
  const onAdd = (typed: string) => {
    // Once is enough, however often it is asked for.
    if (entered.current !== null) return
    const mine = { text }
    entered.current = mine
    setBusy(true)
    const run = add(typed)
    inTurn(async () => {
      const isAdded = await run()
      const stands = entered.current === mine
      if (stands) put(isAdded ? '' : mine.text)
      else if (!isAdded) put(`${mine.text} ${now.current}`.trim())
    })
  }
  return { isBusy, onInput, onAdd, inTurn }
}
