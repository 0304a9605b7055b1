import { useRef } from 'preact/hooks'
import { uuid } from './uuid'

/** What was sent last without success, and under which key. */
export interface Tried {
  /** The key of what is sent now: the same for what is tried again, whose answer may have been lost. */
  keyOf: (body: object) => string
  /** It has been answered: the same again is another one. */
  forget: () => void
}

/** The Idempotency-Keys of a form whose answers may get lost. */
export function useTried(): Tried {
  const tried = useRef({ said: '', key: '' })
  const keyOf = (body: object) => {
    const said = JSON.stringify(body)
    if (tried.current.said !== said) tried.current = { said, key: uuid() }
    return tried.current.key
  }
  const forget = () => {
    tried.current = { said: '', key: '' }
  }
  return { keyOf, forget }
}
