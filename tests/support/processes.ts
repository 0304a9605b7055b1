import { type Context, createContext } from '../../src/platform/context'
import { createLeases, type SharedLeases, type SharedLeasesOptions } from '../../src/platform/lease/shared'

/** What another process on the same database works with. */
export interface Process {
  ctx: Context
  leases: SharedLeases
}

/** Processes that know of each other. */
export async function processesOn(ctx: Context, count = 2, options: SharedLeasesOptions = {}): Promise<Process[]> {
  const processes = Array.from({ length: count }, () => {
    const leases = createLeases(ctx, options)
    return { ctx: createContext({ ...ctx, leases }), leases }
  })
  for (const _ of ['come', 'see']) for (const { leases } of processes) await leases.beat()
  return processes
}
