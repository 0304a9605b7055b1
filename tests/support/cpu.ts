/** Milliseconds that this thread has worked so far, whatever else the machine did meanwhile. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Milliseconds that this thread worked on something. */
export function cpuMs(work: () => unknown): number {
  const before = threadMs()
  work()
  return threadMs() - before
}

/**
 * How much slower than the machine the limits were set on this one is now, at least 1: a limit of 100 ms is `100 * slowness()`.
 * The time of a fixed piece of work of the same kind, best of a few.
 */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => cpuMs(referenceWork))
  return Math.max(1, Math.min(...times) / REFERENCE_MS)
}

const TRIES = 5

/**
 * What work takes at the least, in milliseconds on the machine the limits were set on. The first try below the limit is
 * enough: what else a machine has to do, and the garbage of what ran before, is no fault of the work.
 */
export function leastMs(limitMs: number, work: () => unknown): number {
  let least = cpuMs(work)
  for (let tries = 1; tries < TRIES && least >= limitMs; tries += 1) {
    least = Math.min(least, cpuMs(work) / slowness())
  }
  return least
}

const REFERENCE_MS = 10

/** Strings, objects and a map, as reading calendars needs them. */
function referenceWork(): number {
  const known = new Map<string, { name: string; value: number }>()
  for (let index = 0; index < 40_000; index += 1) {
    const line = `NAME-${index % 1000};PARAM=x:${index}`
    const name = line.slice(0, line.indexOf(';')).toUpperCase()
    known.set(name, { name, value: Number(line.slice(line.indexOf(':') + 1)) })
  }
  return known.size
}
