import { describe, expect, test } from 'bun:test'
import { whyNoBus } from '../support/bus-server'
import { type ChaosReport, runChaos } from '../support/replicas/chaos'

const PATIENCE_MS = 600_000

/** Rounds in which little was harmed show nothing: services and bus, and streams that had to go on elsewhere. */
const isEnough = ({ faults, resumed }: ChaosReport) =>
  ['service', 'bus'].every((target) => faults.filter((one) => one.includes(target)).length > 2) && resumed > 0

/** Without a bus the story is skipped under a name that says so. */
const name = whyNoBus === null ? 'two services' : `two services (skipped: ${whyNoBus})`

describe.skipIf(whyNoBus !== null)(name, () => {
  test(
    'that are killed, stopped and frozen under work, their bus too, lose nothing, double nothing and remind on time',
    async () => {
      const done = await runChaos({ seed: 20_261_122, services: 2, durationMs: 45_000, isEnough })
      expect(done.operations).toBeGreaterThan(100)
      expect(done.reminders).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )
})
