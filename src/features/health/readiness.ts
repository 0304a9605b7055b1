/** Where a process stands between its start and its end; the entry point says so, `/health/ready` asks. */
export interface Readiness {
  /** The database is known to have the schema that this version runs on. */
  isPrepared: boolean
  isStopping: boolean
}

/** As a process begins. */
export const createReadiness = (): Readiness => ({ isPrepared: false, isStopping: false })

/** Why a process takes no requests by itself; null: its database decides. */
export function whyNotReady({ isPrepared, isStopping }: Readiness): 'starting' | 'stopping' | null {
  if (isStopping) return 'stopping'
  return isPrepared ? null : 'starting'
}
