import { migrate } from '../src/platform/db/migrate'
import { createDatabase } from '../tests/support/database'
import { Service, serviceEnvironment } from '../tests/support/service'
import type { Bench } from './figure'

const STARTS = 5
const IDLE_MS = 5_000

/** From the start of the process to its first answer, and what it holds when nothing happens. */
export const bench: Bench = async (report) => {
  const database = await createDatabase()
  await migrate(database.config)
  const starts: number[] = []
  const memory: number[] = []
  for (let run = 0; run < STARTS; run++) {
    const startedAt = performance.now()
    const service = new Service(serviceEnvironment(database.config))
    await fetch(`${await service.baseUrl()}/health`)
    starts.push(performance.now() - startedAt)
    if (run === STARTS - 1) await Bun.sleep(IDLE_MS)
    memory.push(await residentMiB(service.child.pid))
    await service.stop()
  }
  report({ name: 'boot to first answer, median', value: median(starts), unit: 'ms' })
  report({ name: 'resident memory, idle', value: memory.at(-1) ?? 0, unit: 'MiB' })
  await database.drop()
}

async function residentMiB(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
