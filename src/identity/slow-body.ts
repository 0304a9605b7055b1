import type { Context } from '../platform/context'

/** A body that takes longer may outlive the session that it was sent with. */
const SLOW_MS = 1_000

/** Reads a body; `forget` makes its guard ask anew who sends it, where that took a while. */
export async function whileReading<T>({ now }: Pick<Context, 'now'>, read: Promise<T>, forget: () => void): Promise<T> {
  const begun = now().getTime()
  try {
    return await read
  } finally {
    if (Math.abs(now().getTime() - begun) > SLOW_MS) forget()
  }
}
