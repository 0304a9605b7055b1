import type { Context } from '../../platform/context'
import { mutexOf } from './keyed-mutex'

/** Portions of large readings at work in the process. A pass works at two, so that a server that hangs leaves one. */
const AT_ONCE = 3

/**
 * Does a portion of a large reading, a listing or some hundred objects: memory for these few, however many members come
 * on the same day. A reading waits for its next portion only, never for the end of another one.
 */
export const inPortion = <T>(ctx: Context, portion: () => Promise<T>): Promise<T> =>
  mutexOf(ctx).limit('portions', AT_ONCE, portion)
