import type { Dirent } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buildClient } from '../web/build'
import { clockEnvironment } from './test/clock'
import { type Cost, endOn, run } from './test/run'

/**
 * `bin/test`: type-check, lint, then every test file, or those that are named. The whole suite runs once in the
 * machine's zone; the tests that reckon with it run again in zones west and east of it. Ends with every test that failed,
 * what each part has cost, and the line `N passed, N failed`.
 *
 * `TEST_CLOCK=2028-02-29T12:00:00Z` sets the clock of everything that is started for the tests, for each part anew; it
 * needs `faketime`.
 */
const ZONES = ['America/New_York', 'Pacific/Auckland']
/** Cost much, and reckon with no time of the machine. */
const WITHOUT_ZONE = [
  'fuzz.test.ts',
  'hostile-instances.test.ts',
  'hostile.test.ts',
  'moved-series.test.ts',
  'series-change-corpus.test.ts',
  'split-corpus.test.ts',
]
const ZONE_SENSITIVE = [
  ...(await filesOf('tests/calendar/ical', WITHOUT_ZONE)),
  'tests/calendar/outbox/writes.test.ts',
  'tests/calendar/reminders/message.test.ts',
  'tests/calendar/reminders/tick.test.ts',
  'tests/calendar/sync/plan.test.ts',
  'tests/calendar/sync/sync.test.ts',
  'tests/features/events/edit.test.ts',
  'tests/features/events/household.test.ts',
  'tests/features/events/window.test.ts',
  'tests/household/settings.test.ts',
]
/** Measure how long a member waits, by the clock on the wall: nothing else runs beside them. */
const MEASURED = ['tests/calendar/hostile-objects.test.ts', 'tests/web/live.test.ts']
const MEASURED_FILES = MEASURED.map((path) => basename(path))
/** Processes at once: some wait, for servers and for what takes its time, while others reckon and draw. */
const LANES = 5
/** A process starts its servers and its browser once for all of its files. */
const CLIENT_PARTS = 4
/** What draws many screens costs as much as a story of so many lines. */
const LINES_OF_SCREENS: Record<string, number> = {
  'layout.test.ts': 1_700,
  'looks-calendar.test.ts': 1_400,
  'looks-family.test.ts': 600,
  'looks-household.test.ts': 500,
  'looks-people.test.ts': 300,
  'looks-threshold.test.ts': 350,
  'tasks.test.ts': 450,
  'webkit.test.ts': 300,
}

const costs: Cost[] = []

endOn(['SIGINT', 'SIGTERM', 'SIGHUP'])

await part('type-check and lint', ['bun', 'run', 'check'])
const chosen = process.argv.slice(2)
if (chosen.length > 0) {
  await suite('chosen tests', chosen)
} else {
  await withClient(async (env) => {
    // A browser that ends would disturb whoever is measured after it.
    for (const path of MEASURED) await suite(`what is measured: ${basename(path)}`, [path], env)
    const client = await browserFiles(CLIENT_PARTS)
    const service = inHalves(
      'the rest of the service',
      await partsOf('tests', 'calendar', 'features', 'support', 'web'),
    )
    const features = inHalves('the features', await partsOf('tests/features'))
    await inLanes([
      ...client.map((paths, index) => () => suite(`the client, part ${index + 1}`, paths, env)),
      () => suite('the sync of calendars', ['tests/calendar/sync/']),
      // Waits for clocks and processes the longest, so that others have the processor meanwhile.
      service[0],
      async () =>
        suite('the rest of the calendars', await partsOf('tests/calendar', 'outbox', 'sync', ...MEASURED_FILES)),
      features[0],
      service[1],
      features[1],
      () => suite('the outbox', ['tests/calendar/outbox']),
      ...ZONES.map((zone) => () => suite(`with TZ=${zone}`, ZONE_SENSITIVE, { TZ: zone })),
      () => suite('the units of the client', ['tests/web/unit']),
    ])
  })
}
report()
process.exit(costs.every(({ failed }) => failed === 0) ? 0 : 1)

/** The folders and test files right below a folder, except for some. */
async function partsOf(folder: string, ...left: string[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const parts = entries.filter((entry) => entry.isDirectory() || entry.name.endsWith('.test.ts'))
  // A path is what others may begin with: `me` is `metrics`, too.
  const pathOf = (entry: Dirent) => `${folder}/${entry.name}${entry.isDirectory() ? '/' : ''}`
  return parts.flatMap((entry) => (left.includes(entry.name) ? [] : pathOf(entry)))
}

/** Suites of every other path: the shorter the last ones are, the less of the machine is idle at the end. */
function inHalves(name: string, paths: string[]): [first: () => Promise<void>, second: () => Promise<void>] {
  const sorted = paths.toSorted()
  const half = (of: 0 | 1) => () => {
    const own = sorted.filter((_, index) => index % 2 === of)
    return suite(`${name}, part ${of + 1}`, own)
  }
  return [half(0), half(1)]
}

/** The test files right below a folder, but for some. */
async function filesOf(folder: string, left: readonly string[] = []): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name.endsWith('.test.ts') && !left.includes(name)).map((name) => `${folder}/${name}`)
}

/** Does all of the work, so much of it at once: the dearest first, so that the lanes end together. */
async function inLanes(works: (() => Promise<void>)[]) {
  const queue = works.values()
  const lane = async () => {
    for (const work of queue) await work()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** The files that drive a browser, in parts that cost alike: the dearest first, each to the part that has least. */
async function browserFiles(count: number): Promise<string[][]> {
  const costOf = async (path: string) =>
    LINES_OF_SCREENS[basename(path)] ?? (await Bun.file(path).text()).split('\n').length
  const files = await Promise.all(
    (await filesOf('tests/web', MEASURED_FILES)).map(async (path) => ({ path, cost: await costOf(path) })),
  )
  const parts = Array.from({ length: count }, () => ({ paths: [] as string[], cost: 0 }))
  for (const { path, cost } of files.sort((one, other) => other.cost - one.cost)) {
    const least = parts.reduce((one, other) => (one.cost <= other.cost ? one : other))
    least.paths.push(path)
    least.cost += cost
  }
  return parts.map(({ paths }) => paths)
}

/** Builds the client once for all that drive a browser. */
async function withClient(work: (env: Record<string, string>) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-client-'))
  try {
    await buildClient(folder)
    await work({ TEST_CLIENT: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function suite(name: string, paths: string[], env: Record<string, string> = {}) {
  await part(name, ['bun', 'test', ...paths], {
    ...clockEnvironment(process.env.TEST_CLOCK),
    ...env,
  })
}

async function part(name: string, command: string[], env: Record<string, string> = {}) {
  costs.push(await run(name, command, env))
}

function report() {
  for (const { name, failures } of costs) {
    if (failures.length > 0) console.log(`\nFailed, ${name}:\n${failures.map((title) => `  ${title}`).join('\n')}`)
  }
  const sum = (of: 'passed' | 'failed' | 'cpuMs') => costs.reduce((total, cost) => total + cost[of], 0)
  const seconds = (ms: number) => (ms / 1000).toFixed(0).padStart(7)
  console.log(`\n${'part'.padEnd(30)}  cases   wall s    CPU s`)
  for (const { name, passed, failed, wallMs, cpuMs } of costs) {
    console.log(`${name.padEnd(30)}${String(passed + failed).padStart(7)}  ${seconds(wallMs)}  ${seconds(cpuMs)}`)
  }
  const cases = String(sum('passed') + sum('failed')).padStart(7)
  console.log(`${'the whole'.padEnd(30)}${cases}  ${seconds(performance.now())}  ${seconds(sum('cpuMs'))}`)
  console.log('CPU s: without the processes of the browser, which its end leaves to the system')
  // Said again where the end of a long log is all that is kept.
  const titles = costs.flatMap(({ name, failures }) =>
    failures.map((failure) => `${name}, ${failure.split('\n', 1)[0]}`),
  )
  if (titles.length > 0) console.log(`\nFailed:\n${titles.map((title) => `  ${title}`).join('\n')}`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}
