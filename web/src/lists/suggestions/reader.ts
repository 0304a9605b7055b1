import { useEffect, useState } from 'preact/hooks'
import type { Reader } from './reading'

const PATIENCE_MS = 1_000

let reader: Reader | null = null
let loading: Promise<void> | undefined

/** What is known of amounts and groceries; null until it is loaded. */
export const readerNow = (): Reader | null => reader

/** Loads it; whoever adds waits no longer than a moment. */
export function loadReader(): Promise<void> {
  loading ??= load()
  return Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

async function load(): Promise<void> {
  try {
    reader = await import('./household')
  } catch {
    // Once more at the next line.
    loading = undefined
  }
}

/** The same for what is drawn. */
export function useReader(isWanted: boolean): Reader | null {
  const [, draw] = useState({})
  useEffect(() => {
    if (isWanted && reader === null) void loadReader().then(() => draw({}))
  }, [isWanted])
  return isWanted ? reader : null
}
