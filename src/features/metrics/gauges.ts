import { hostname } from 'node:os'
import { sql } from 'drizzle-orm'
import type { Context } from '../../platform/context'
import { VERSION } from '../../platform/version'
import { createDatabaseGauges, type DatabaseGauges } from './database-gauges'

/** What is read from running parts. */
export interface Observed {
  openStreams: () => number
  poolConnections: () => { open: number; idle: number; waiting: number }
}

/**
 * Gauges over the database and the running parts, brought up to date before they are read. Those over the database are
 * the same for every process: one of them reports them, so that a sum over all is right.
 */
export function createGauges(ctx: Context, observed: Observed) {
  const { db, metrics, leases } = ctx
  const info = metrics.gauge('corkboard_process_info', '1; its labels say which process answers', ['process', 'host'])
  info.set({ process: leases.holder(), host: hostname() }, 1)
  const build = metrics.gauge('corkboard_build_info', '1; its labels say which version answers', ['version', 'commit'])
  build.set({ version: VERSION.version, commit: VERSION.commit ?? '' }, 1)
  const leader = metrics.gauge('corkboard_process_leader', '1 when this process reports what the database holds')
  const ofDatabase = createDatabaseGauges(ctx)
  const streams = metrics.gauge('corkboard_open_streams', 'Open event streams')
  const pool = metrics.gauge('corkboard_database_connections', 'Connections of the pool by state', ['state'])
  const isUp = metrics.gauge('corkboard_database_up', '1 when the database answers')

  /** False when something could not be read. */
  const readDatabase = async () => (await Promise.all(ofDatabase.map(readOrForget))).every(Boolean)

  /** Another process reports them: what was read before would be counted twice. */
  const askDatabase = () => {
    for (const gauges of ofDatabase) gauges.forget()
    return db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
  }

  return {
    async refresh() {
      streams.set(observed.openStreams())
      for (const [state, number] of Object.entries(observed.poolConnections())) pool.set({ state }, number)
      const isLeader = leases.isLeader()
      leader.set(isLeader ? 1 : 0)
      isUp.set((isLeader ? await readDatabase() : await askDatabase()) ? 1 : 0)
    },
  }
}

/** False when nothing could be read; what was read before is forgotten then, since it would hide that. */
const readOrForget = (gauges: DatabaseGauges): Promise<boolean> =>
  gauges.read().then(
    () => true,
    () => {
      gauges.forget()
      return false
    },
  )
