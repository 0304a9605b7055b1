import { add } from './add'

/** No request lasts longer. */
const LISTENS_MS = 10 * 60_000

/** Adds the built-in functions that the client calls and browsers got after the oldest one that it runs in. */
export function addFunctions(): void {
  add(Map, { groupBy })
  add(URL, { canParse })
  add(AbortSignal, { any, timeout })
  add<unknown[]>(Array.prototype, {
    toReversed() {
      return [...this].reverse()
    },
    toSorted(order?: (a: unknown, b: unknown) => number) {
      return [...this].sort(order)
    },
    toSpliced(...change: [number, number, ...unknown[]]) {
      const copy = [...this]
      copy.splice(...change)
      return copy
    },
    with(index: number, value: unknown) {
      const copy = [...this]
      copy[index < 0 ? copy.length + index : index] = value
      return copy
    },
  })
  add(String.prototype, {
    toWellFormed() {
      return this.replace(/\p{Surrogate}/gu, '\ufffd')
    },
  })
  add(Element.prototype, {
    checkVisibility({ visibilityProperty = false }: CheckVisibilityOptions = {}) {
      const isDrawn = this.getClientRects().length > 0
      return isDrawn && !(visibilityProperty && getComputedStyle(this).visibility !== 'visible')
    },
  })
}

function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

function canParse(url: string | URL, base?: string | URL): boolean {
  try {
    return Boolean(new URL(url, base))
  } catch {
    return false
  }
}

function any(signals: Iterable<AbortSignal>): AbortSignal {
  const either = new AbortController()
  const listening = new AbortController()
  for (const source of signals) {
    const end = () => either.abort(source.reason)
    if (source.aborted) end()
    else source.addEventListener('abort', end, { signal: listening.signal })
  }
  // A source may last as long as the page does.
  setTimeout(() => listening.abort(), LISTENS_MS)
  return either.signal
}

function timeout(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms)
  return controller.signal
}
