/**
 * Three services under faults, as tests/support/replicas/chaos.ts says: what it has done, or the first thing that did not
 * hold. CHAOS_SECONDS (20 minutes unless given), CHAOS_SERVICES, SEED.
 */
import { runChaos } from '../tests/support/replicas/chaos'
import type { Bench } from './figure'

const { CHAOS_SECONDS = '1200', CHAOS_SERVICES = '3', SEED = '20261122' } = process.env

export const bench: Bench = async (report) => {
  console.log(`  SEED=${SEED}`)
  const done = await runChaos({
    seed: Number(SEED),
    services: Number(CHAOS_SERVICES),
    durationMs: Number(CHAOS_SECONDS) * 1_000,
  })
  report({ name: 'operations, none of them lost, doubled or out of order', value: done.operations, unit: '' })
  report({ name: 'requests that another service was asked again', value: done.repeated, unit: '' })
  report({ name: 'streams that went on with Last-Event-ID', value: done.resumed, unit: '' })
  report({ name: 'faults', value: done.faults.length, unit: '' })
}
