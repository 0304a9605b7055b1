import { LONG_PATIENCE_MS, soon } from '../lib/patience'
import { type Query, queryClient } from './queries'

/** Over once each of these is answered, or cannot be asked for; whoever has finished waits no longer than so long. */
export const untilKnown = (asked: readonly Pick<Query<unknown>, 'queryKey' | 'queryFn'>[]): Promise<unknown> =>
  soon(Promise.allSettled(asked.map((query) => queryClient.ensureQueryData(query))), LONG_PATIENCE_MS)
