import { IcalError } from '../../../src/calendar/ical/error'
import { cpuMs, slowness } from '../../support/cpu'

/** What work on one object may take, in milliseconds. */
export const MOST_MS = 100

/** What it took, where that is too much at the least, as on a machine that does nothing else: a busy one is no fault. */
export function costOf(...works: (() => unknown)[]): number {
  const once = () => cpuMs(() => works.forEach(orRefused))
  const first = once()
  return first < MOST_MS ? first : Math.min(first, once(), once()) / slowness()
}

function orRefused(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof IcalError)) throw error
  }
}
