import type { Context } from '../../platform/context'
import { mutexOf } from './keyed-mutex'

/** Portions at a time in the process. A pass takes two, so that a server that hangs leaves one. */
const AT_ONCE = 3

/**
 * Runs a portion of a large reading, a listing or some hundred objects, when a place is free. This bounds the memory
 * however many members come on the same day; readings take turns by portion, none waits for another to end.
 */
export const inPortion = <T>(ctx: Context, portion: () => Promise<T>): Promise<T> =>
  mutexOf(ctx).limit('portions', AT_ONCE, portion)
