import { HOLIDAYS_WORKER } from '../../platform/installation'
import { isHolidayChoice } from './index'
import type { Asked } from './worker'

/** Lunar calendars take seconds, on a busy machine tens of them. */
const PATIENCE_MS = 120_000

/**
 * `holidaysCalendar` on a thread of its own: some years of a lunar calendar are seconds of reckoning, which nobody else
 * is to wait for.
 * @throws RangeError for a country or region without known holidays, Error when the thread ends or takes two minutes
 */
export async function holidaysCalendarApart(...asked: Asked): Promise<string> {
  if (!isHolidayChoice(asked[0])) throw new RangeError('holidays: unknown country or region')
  const worker = new Worker(HOLIDAYS_WORKER)
  const answer = Promise.withResolvers<string>()
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => answer.resolve(data))
  worker.addEventListener('error', ({ message }) => answer.reject(new Error(`holidays: ${message}`)))
  worker.addEventListener('close', () => answer.reject(new Error('holidays: the thread has ended')))
  const late = setTimeout(() => answer.reject(new Error('holidays: no answer')), PATIENCE_MS)
  worker.postMessage(asked)
  try {
    return await answer.promise
  } finally {
    clearTimeout(late)
    worker.terminate()
  }
}
