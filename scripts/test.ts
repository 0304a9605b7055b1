import { readdir } from 'node:fs/promises'

/**
 * `bin/test`: type-check, lint, then every test file. The whole suite runs once in the machine's zone; the tests that
 * reckon with time run again in zones west and east of it. Ends with the line `N passed, N failed`.
 */
const ZONES = ['America/New_York', 'Pacific/Auckland']
const ZONE_SENSITIVE = [
  'tests/calendar/ical',
  'tests/calendar/outbox/writes.test.ts',
  'tests/calendar/reminders/message.test.ts',
  'tests/calendar/reminders/tick.test.ts',
  'tests/calendar/sync/plan.test.ts',
  'tests/calendar/sync/sync.test.ts',
  'tests/features/events',
  'tests/household',
]
interface Totals {
  passed: number
  failed: number
}

const totals: Totals = { passed: 0, failed: 0 }

await step('type-check and lint', ['bun', 'run', 'check'])
const chosen = process.argv.slice(2)
if (chosen.length > 0) {
  await suite('chosen tests', chosen, {})
} else {
  await suite('the service', await foldersBut('web'), {})
  for (const file of await browserTests()) await patiently(`the client: ${file}`, file)
  for (const zone of ZONES) await suite(`tests with TZ=${zone}`, ZONE_SENSITIVE, { TZ: zone })
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)

/** Every test below tests/ except for one folder. */
async function foldersBut(left: string): Promise<string[]> {
  const names = await readdir('tests')
  return names.filter((name) => ![left, 'support'].includes(name)).map((name) => `tests/${name}`)
}

/** One command that counts as one test. */
async function step(name: string, command: string[]) {
  console.log(`\n— ${name}`)
  const exitCode = await Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'] }).exited
  totals[exitCode === 0 ? 'passed' : 'failed']++
}

/** Each file that drives a browser, and the folder of those that need none. */
async function browserTests(): Promise<string[]> {
  const names = await readdir('tests/web')
  return names.filter((name) => name === 'unit' || name.endsWith('.test.ts')).map((name) => `tests/web/${name}`)
}

/**
 * A browser on a busy machine now and then draws later than a step waits. A file that fails has a second try in a
 * household of its own; a real fault fails again.
 */
async function patiently(name: string, path: string) {
  const before = { ...totals }
  await suite(name, [path], {})
  if (totals.failed === before.failed) return
  Object.assign(totals, before)
  await suite(`${name}, once more`, [path], {})
}

/** Runs `bun test` and adds up what it reports; a run that ends without a report counts as one failure. */
async function suite(name: string, paths: string[], env: Record<string, string>) {
  console.log(`\n— ${name}`)
  const run = Bun.spawn(['bun', 'test', '--timeout', '60000', ...paths], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [, report] = await Promise.all([copy(run.stdout, process.stdout), copy(run.stderr, process.stderr)])
  const exitCode = await run.exited
  const passed = lastNumber(report, /^\s*(\d+) pass$/gm)
  const failed = lastNumber(report, /^\s*(\d+) fail$/gm)
  totals.passed += passed
  totals.failed += failed
  if (exitCode !== 0 && failed === 0) totals.failed++
}

async function copy(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<string> {
  const decoder = new TextDecoder()
  let all = ''
  for await (const chunk of from) {
    const text = decoder.decode(chunk, { stream: true })
    all += text
    to.write(text)
  }
  return all
}

function lastNumber(text: string, pattern: RegExp): number {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0)
}
