import { existsSync, readFileSync } from 'node:fs'

/** Milliseconds until the work is done. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** @param share of the values that lie below it, 0 to 1 */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

export const median = (values: readonly number[]): number => quantile(values, 0.5)

const MS_PER_TICK = 10

/** Processor time of a process in milliseconds. Linux alone tells it of another: fields 14 and 15 of its stat, see proc(5). */
export function processorMsOf(pid: number): number | null {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return null
  // The second field is the program's name in brackets and may hold blanks.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}
