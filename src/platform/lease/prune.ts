import type { Context } from '../context'
import { PRUNED_AT_ONCE } from '../pruning'
import { DATABASE_CLOCK, pruneRows } from './rows'

/** Forgets leases that nobody has taken for a day, at most a thousand; returns how many. */
export const pruneLeases = ({ db }: Pick<Context, 'db'>): Promise<number> =>
  pruneRows({ db, clock: () => DATABASE_CLOCK }, PRUNED_AT_ONCE)
