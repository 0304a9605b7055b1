import { randomInt } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import net from 'node:net'
import { codeOfError } from '../../src/platform/error-code'

/** Below those that systems lend to connections: who connects in between does not take a port that was found free. */
const FIRST_PORT = 12_000
const PORTS = 20_000
const given = new Set<number>()

/** A loopback port that nobody listens on at this moment, and that this process has not been given before. */
export async function freePort(): Promise<number> {
  while (true) {
    const port = FIRST_PORT + randomInt(PORTS)
    if (given.has(port) || !(await isFree(port, '127.0.0.1'))) continue
    given.add(port)
    return port
  }
}

/** False when somebody else listens there. @throws what else is in the way of listening on this port of this address */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error) => (codeOfError(error) === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** Finds a program on the PATH or where Debian and Homebrew put servers. @throws naming the package that has it */
export function findProgram(name: string, packageName: string): string {
  const found =
    Bun.which(name) ?? Bun.which(name, { PATH: '/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/bin:/usr/local/bin' })
  if (found === null) throw new Error(`${name} is missing: install it with  apt-get install ${packageName}`)
  return found
}

/**
 * Starts a server that must not outlive this process, not even after a kill -9 (Linux: the kernel ends it with its
 * parent). It gets its own process group, so that Ctrl-C in a terminal reaches only the one who started it.
 */
export function startServer(
  command: string[],
  options: { cwd?: string; env?: Record<string, string>; log?: string; deathSignal?: 'KILL' | 'TERM' } = {},
) {
  const setpriv = process.platform === 'linux' ? Bun.which('setpriv') : null
  const guarded = setpriv === null ? command : [setpriv, '--pdeathsig', options.deathSignal ?? 'KILL', ...command]
  // A file that is handed over by name is written over from its beginning, and keeps what is longer.
  const output = options.log === undefined ? 'ignore' : openSync(options.log, 'w')
  try {
    return Bun.spawn(guarded, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      detached: true,
      stdio: ['ignore', output, output],
    })
  } finally {
    if (output !== 'ignore') closeSync(output)
  }
}

/**
 * Polls until `ready` answers true: for as long as a start takes on a machine that does much else.
 * @throws when the process has died, even if somebody else answers in its place, or the deadline has passed
 */
export async function untilReady(
  what: string,
  child: Bun.Subprocess,
  ready: () => Promise<boolean>,
  deadlineMs = 100_000,
) {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const isReady = await ready()
    if (child.exitCode !== null) throw new Error(`${what} ended with exit code ${child.exitCode} before it was ready`)
    if (isReady) return
    if (performance.now() > deadline) throw new Error(`${what} was not ready within ${deadlineMs / 1000} s`)
    await Bun.sleep(10)
  }
}

/** Ends a server with SIGTERM, and with SIGKILL when it does not end in time. */
export async function stopServer(child: Bun.Subprocess, graceMs = 10_000) {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await Promise.race([child.exited, Bun.sleep(graceMs)])
  if (child.exitCode === null) child.kill('SIGKILL')
  await child.exited
}
