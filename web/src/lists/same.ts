import { useRef } from 'preact/hooks'

/**
 * The same objects as in the drawing before wherever they hold the same, so that what shows them alone is not drawn again.
 * `keyOf` tells which of them to compare.
 */
export function useSame<T extends object>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  const before = useRef<ReadonlyMap<string, T>>(new Map())
  const now = new Map<string, T>()
  for (const value of values) {
    const key = keyOf(value)
    const known = before.current.get(key)
    now.set(key, known !== undefined && isAlike(known, value) ? known : value)
  }
  before.current = now
  return [...now.values()]
}

function isAlike(one: object, other: object): boolean {
  const [fields, others] = [one, other] as [Record<string, unknown>, Record<string, unknown>]
  let names = 0
  for (const name in fields) {
    if (!Object.is(fields[name], others[name])) return false
    names++
  }
  for (const _ in others) names--
  return names === 0
}
