import { useEffect, useState } from 'preact/hooks'
import { soon } from '../../lib/patience'
import type { Reader } from './reading'

let reader: Reader | null = null
let loading: Promise<void> | undefined

/** What is known of amounts and groceries; null until it is loaded. */
export const readerNow = (): Reader | null => reader

/** Loads it; whoever adds waits no longer than a moment. */
export async function loadReader(): Promise<void> {
  loading ??= load()
  await soon(loading)
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
