import type { Timed } from '../../lib/layout'
import type { Walls } from './times'

/**
 * Times that end after they begin, as their walls do. In a night in which clocks change they may not, since an hour is left
 * out or there twice: then they are as long as their walls say.
 */
export function inOrder(timed: Timed, { start, end }: Walls): Timed {
  const isLost = end > start && Date.parse(timed.end) <= Date.parse(timed.start)
  return isLost ? { ...timed, end: new Date(Date.parse(timed.start) + end - start).toISOString() } : timed
}
