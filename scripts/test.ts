import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from '../web/build'

/**
 * `bin/test`: type-check, lint, then every test file. The whole suite runs once in the machine's zone; the tests that
 * reckon with time run again in zones west and east of it. Ends with the line `N passed, N failed`.
 */
const ZONES = ['America/New_York', 'Pacific/Auckland']
const ZONE_SENSITIVE = [
  ...(await filesOf('tests/calendar/ical', ['hostile.test.ts', 'moved-series.test.ts'])),
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
/** What runs beside each other: each often waits for a server or a page. */
const LANES = 2

interface Totals {
  passed: number
  failed: number
}

const totals: Totals = { passed: 0, failed: 0 }

count(await step('type-check and lint', ['bun', 'run', 'check']))
const chosen = process.argv.slice(2)
if (chosen.length > 0) {
  count(await suite('chosen tests', chosen))
} else {
  const machinery = ['tests/calendar']
  const rest = await foldersBut('web', 'calendar')
  await inLanes([machinery, rest], async (paths) => count(await suite(`the service: ${paths.join(' ')}`, paths)))
  await withClient(async (env) => {
    await inLanes(await browserTests(), async (file) => count(await patiently(`the client: ${file}`, file, env)))
  })
  await inLanes(ZONES, async (zone) => count(await suite(`tests with TZ=${zone}`, ZONE_SENSITIVE, { TZ: zone })))
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)

function count({ passed, failed }: Totals) {
  totals.passed += passed
  totals.failed += failed
}

/** Every test below tests/ except for some folders. */
async function foldersBut(...left: string[]): Promise<string[]> {
  const names = await readdir('tests')
  return names.filter((name) => !['support', ...left].includes(name)).map((name) => `tests/${name}`)
}

/** The test files right below a folder, but for some that cost much and reckon with no time of the machine. */
async function filesOf(folder: string, left: readonly string[]): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name.endsWith('.test.ts') && !left.includes(name)).map((name) => `${folder}/${name}`)
}

/** One command that counts as one test. */
async function step(name: string, command: string[]): Promise<Totals> {
  console.log(`\n— ${name}`)
  const exitCode = await Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'] }).exited
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Each file that drives a browser, the longest first, and the folder of those that need none. */
async function browserTests(): Promise<string[]> {
  const names = await readdir('tests/web')
  const files = names.filter((name) => name === 'unit' || name.endsWith('.test.ts'))
  const isLong = (name: string) => Number(name.startsWith('looks-'))
  return files.sort((a, b) => isLong(b) - isLong(a)).map((name) => `tests/web/${name}`)
}

async function inLanes<T>(all: readonly T[], run: (one: T) => Promise<void>) {
  const waiting = [...all]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/**
 * A browser on a busy machine now and then draws later than a step waits. A file that fails has a second try in a
 * household of its own; a real fault fails again.
 */
async function patiently(name: string, path: string, env: Record<string, string>): Promise<Totals> {
  const first = await suite(name, [path], env)
  return first.failed === 0 ? first : suite(`${name}, once more`, [path], env)
}

/** Builds the client once for all that drive a browser. */
async function withClient(run: (env: Record<string, string>) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-client-'))
  try {
    await buildClient(folder)
    await run({ TEST_CLIENT: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Runs `bun test`, shows what it said when it has ended, so that reports do not mix, and reads its report; a run that
 * ends without one counts as one failure.
 */
async function suite(name: string, paths: string[], env: Record<string, string> = {}): Promise<Totals> {
  console.log(`… ${name}`)
  const run = Bun.spawn(['bun', 'test', '--timeout', '60000', ...paths], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, report] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
  const exitCode = await run.exited
  process.stdout.write(`\n— ${name}\n${output}${report}`)
  const passed = lastNumber(report, /^\s*(\d+) pass$/gm)
  const failed = lastNumber(report, /^\s*(\d+) fail$/gm)
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed }
}

function lastNumber(text: string, pattern: RegExp): number {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0)
}
