import { IcalError } from '../../../src/calendar/ical/error'
import { leastMs } from '../../support/cpu'

/** What work on one object may take, in milliseconds. */
export const MAX_MS = 100

/** What it took, where that is too much at the least. */
export const costOf = (...works: (() => unknown)[]): number => leastMs(MAX_MS, () => works.forEach(orRefused))

function orRefused(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof IcalError)) throw error
  }
}
