import { readdir } from 'node:fs/promises'
import { migrate } from '../src/platform/db/migrate'
import { bundled } from '../tests/support/bundle'
import { createDatabase } from '../tests/support/database'
import { Service, serviceEnvironment } from '../tests/support/service'
import type { Bench } from './figure'
import { median } from './support/time'

const STARTS = 9
const IDLE_MS = 10_000

interface Start {
  wallMs: number
  cpuMs: number
}

/** From the start of the process to its first answer, and what it holds when nothing happens: the bundle, and its sources. */
export const bench: Bench = async (report) => {
  const database = await createDatabase()
  await migrate(database.config)
  const env = serviceEnvironment(database.config, { NODE_ENV: 'production' })
  const forms = { bundle: await bundled(), sources: {} }
  const starts: Record<keyof typeof forms, Start[]> = { bundle: [], sources: [] }
  // In turns: what else the machine does meets both alike.
  for (let run = 0; run < STARTS; run++) {
    for (const form of ['bundle', 'sources'] as const) starts[form].push(await start(new Service(env, forms[form])))
  }
  const of = (form: keyof typeof forms, what: keyof Start) => median(starts[form].map((each) => each[what]))
  report({ name: 'boot to first answer, median', value: of('bundle', 'wallMs'), unit: 'ms', goal: '≤ 150' })
  report({ name: 'boot to first answer, processor time', value: of('bundle', 'cpuMs'), unit: 'ms' })
  report({
    name: 'boot, processor time of the bundle by that of the sources',
    value: of('bundle', 'cpuMs') / of('sources', 'cpuMs'),
    unit: '×',
  })
  report({
    name: 'resident memory, idle',
    value: await idleMb(new Service(env, forms.bundle)),
    unit: 'MB',
    goal: '≤ 80',
  })
  report({ name: 'resident memory, idle, from the sources', value: await idleMb(new Service(env)), unit: 'MB' })
  await database.drop()
}

async function start(service: Service): Promise<Start> {
  const startedAt = performance.now()
  const answer = await fetch(`${await service.baseUrl()}/health`)
  await answer.arrayBuffer()
  const measured = { wallMs: performance.now() - startedAt, cpuMs: await processorMs(service.child.pid) }
  await service.stop()
  return measured
}

async function idleMb(service: Service): Promise<number> {
  await service.baseUrl()
  await Bun.sleep(IDLE_MS)
  const status = await Bun.file(`/proc/${service.child.pid}/status`).text()
  await service.stop()
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / 1e6
}

/** What all threads of a process have had of the processors, from `schedstat` (Linux). */
async function processorMs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = threads.map(async (id) =>
    Number((await Bun.file(`/proc/${pid}/task/${id}/schedstat`).text()).split(' ')[0]),
  )
  return (await Promise.all(times)).reduce((sum, each) => sum + each, 0) / 1e6
}
