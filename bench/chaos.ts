/**
 * Three services under faults, as tests/support/replicas/chaos.ts says: what it has done, or the first thing that did not
 * hold. CHAOS_SECONDS (20 minutes unless given), CHAOS_SERVICES, SEED; CHAOS_DATABASE=galera: on a cluster of three nodes,
 * which are harmed one at a time; CHAOS_FROM: a former version (a commit) that the services have until they are upgraded,
 * one by one.
 */
import { whyNoGalera } from '../scripts/local/galera'
import { formerVersion } from '../tests/support/former-version'
import { type ChaosReport, runChaos } from '../tests/support/replicas/chaos'
import type { Bench } from './figure'

const {
  CHAOS_SECONDS = '1200',
  CHAOS_SERVICES = '3',
  CHAOS_DATABASE = 'mariadb',
  SEED = '20261122',
  CHAOS_FROM,
} = process.env
const DATABASES = ['mariadb', 'galera']

export const bench: Bench = async (report) => {
  if (!DATABASES.includes(CHAOS_DATABASE)) throw new Error(`CHAOS_DATABASE: expected ${DATABASES.join(' or ')}`)
  const isClustered = CHAOS_DATABASE === 'galera'
  const missing = isClustered ? whyNoGalera() : null
  if (missing !== null) return console.log(`  skipped: ${missing}`)
  console.log(`  SEED=${SEED}`)
  const done = await runChaos({
    seed: Number(SEED),
    services: Number(CHAOS_SERVICES),
    durationMs: Number(CHAOS_SECONDS) * 1_000,
    isClustered,
    ...(CHAOS_FROM !== undefined && {
      former: await formerVersion(CHAOS_FROM),
      isEnough: ({ former }: ChaosReport) => former === 0,
    }),
  })
  report({ name: 'operations, none of them lost, doubled or out of order', value: done.operations, unit: '' })
  report({ name: 'requests that another service was asked again', value: done.repeated, unit: '' })
  report({ name: 'requests answered 503 while a node was harmed', value: done.refused, unit: '' })
  report({ name: 'streams that went on with Last-Event-ID', value: done.resumed, unit: '' })
  report({ name: 'reminders on devices, each of them once and on time', value: done.reminders, unit: '' })
  report({
    name: 'reminders whose process was harmed as it sent them, none twice',
    value: done.perhapsReminded,
    unit: '',
  })
  report({ name: 'faults', value: done.faults.length, unit: '' })
}
