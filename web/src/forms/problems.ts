import { useState } from 'preact/hooks'

/** What is wrong with each field of a form, in words; falsy where nothing is. */
export type Problems<Name extends string> = Partial<Record<Name, string | false>>

/** Says what is wrong with a form from the first attempt to send it on, for as long as it is wrong. */
export function useProblems<Name extends string>(found: Problems<Name>) {
  const [isTried, setTried] = useState(false)
  const problems: Problems<Name> = isTried ? found : {}
  /** Whether nothing is wrong. */
  const check = () => {
    const isRight = !Object.values(found).some(Boolean)
    setTried(!isRight)
    return isRight
  }
  return { problems, check }
}
