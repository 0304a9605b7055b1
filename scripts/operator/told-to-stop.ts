const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborted by the first signal that asks the process to end; the same once more ends it at once. */
export function toldToStop(): AbortSignal {
  const stop = new AbortController()
  for (const name of SIGNALS) process.once(name, () => stop.abort())
  return stop.signal
}
