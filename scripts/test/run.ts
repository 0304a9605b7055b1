import { constants } from 'node:os'

const LINES_OF_A_REASON = 30
const DURATION = / \[[\d.]+m?s\]$/

/** What a part of the run has shown, and what it has cost. */
export interface Cost {
  name: string
  passed: number
  failed: number
  /** Titles of what failed, each with the last that was said of it. */
  failures: string[]
  wallMs: number
  /** Of the command and everything that it started and saw end. */
  cpuMs: number
}

const running = new Set<Bun.Subprocess>()

/** Ends what is running and then this process, at each of these signals: no part goes on behind a run that was ended. */
export function endOn(signals: readonly ('SIGINT' | 'SIGTERM' | 'SIGHUP')[]): void {
  for (const signal of signals) {
    process.once(signal, () => {
      for (const child of running) child.kill(signal)
      process.exit(128 + constants.signals[signal])
    })
  }
}

/**
 * Runs a command and shows what it said when it has ended, so that reports do not mix. The report of `bun test` is read;
 * a command without one counts as one test, and a run that ends badly without a failed test as one failure.
 */
export async function run(name: string, command: string[], env: Record<string, string> = {}): Promise<Cost> {
  console.log(`… ${name}`)
  const started = performance.now()
  const child = Bun.spawn(command, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const [output, report] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const exitCode = await child.exited
  running.delete(child)
  const wallMs = performance.now() - started
  const { user = 0, system = 0 } = processorTime(child)
  process.stdout.write(`\n— ${name}\n${output}${report}`)
  return { name, ...countedIn(report, exitCode), wallMs, cpuMs: user + system }
}

/** The counts and the failed titles in what `bun test` says at its end. */
export function countedIn(report: string, exitCode: number): Pick<Cost, 'passed' | 'failed' | 'failures'> {
  const passed = lastNumber(report, /^\s*(\d+) pass$/gm)
  const failed = lastNumber(report, /^\s*(\d+) fail$/gm)
  const hasReport = passed !== null || failed !== null
  const isSilentFailure = exitCode !== 0 && (failed ?? 0) === 0
  return {
    passed: hasReport ? (passed ?? 0) : Number(exitCode === 0),
    failed: isSilentFailure ? 1 : (failed ?? 0),
    failures: isSilentFailure ? [`ended with exit code ${exitCode}`] : failedIn(report),
  }
}

/**
 * Titles, each after its file and before its reason; `bun test` names the file above its tests, says what went wrong
 * above the title, and lists the failed ones again at its end.
 */
function failedIn(report: string): string[] {
  const failures: string[] = []
  let file = ''
  let said: string[] = []
  for (const line of report.split('\n')) {
    if (/^\d+ tests? failed:$/.test(line)) break
    const [, path] = /^(\S+\.test\.ts):$/.exec(line) ?? []
    const [, outcome, title] = /^\((pass|fail|skip|todo)\) (.*)$/.exec(line) ?? []
    if (outcome === 'fail') {
      const reason = said.filter((one) => one.trim() !== '').slice(-LINES_OF_A_REASON)
      failures.push([`${file}: ${title!.replace(DURATION, '')}`, ...reason].join('\n    '))
    }
    // Of a time that is over it is said below the title.
    if (/^ {2}\^ /.test(line) && said.length === 0 && failures.length > 0)
      failures.push(`${failures.pop()}\n    ${line.trim()}`)
    else if (path === undefined && outcome === undefined) said.push(line)
    else said = []
    file = path ?? file
  }
  return failures
}

function lastNumber(text: string, pattern: RegExp): number | null {
  const last = [...text.matchAll(pattern)].at(-1)
  return last === undefined ? null : Number(last[1])
}

/** Milliseconds. */
function processorTime(child: Bun.Subprocess): { user: number; system: number } {
  const { user, system } = child.resourceUsage()?.cpuTime ?? { user: 0n, system: 0n }
  return { user: Number(user) / 1000, system: Number(system) / 1000 }
}
