import { useRef, useState } from 'preact/hooks'
import { type Messages, useSubmit } from './submit'

/**
 * Choices that are sent as they are made, and drawn at once; where that fails they go back, and it is said why.
 * `stored` is what the service has; `send` throws ApiError.
 */
export function useChoices<T extends object>(
  stored: T,
  send: (chosen: Partial<T>) => Promise<unknown>,
  messages?: Messages,
) {
  const { isBusy, error, setError, submit } = useSubmit(messages)
  const chosen = useRef<Partial<T>>({})
  const [, draw] = useState({})
  // What is chosen while another choice is on its way goes with the next request.
  const sendAll = async () => {
    while (Object.keys(chosen.current).length > 0) {
      const sent = chosen.current
      try {
        await send(sent)
      } catch (error) {
        chosen.current = {}
        throw error
      }
      const later = Object.entries(chosen.current).filter(([name, value]) => sent[name as keyof T] !== value)
      chosen.current = Object.fromEntries(later) as Partial<T>
    }
  }
  /** True: it is stored; false: it is not, or goes with what is on its way. */
  const choose = (choice: Partial<T>): Promise<boolean> => {
    chosen.current = { ...chosen.current, ...choice }
    draw({})
    return submit(sendAll)
  }
  return { choices: { ...stored, ...chosen.current }, choose, isBusy, error, setError }
}
