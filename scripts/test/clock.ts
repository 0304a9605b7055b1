import { existsSync } from 'node:fs'

const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
]

const VARIABLES = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC']

/** What a process that is given an environment of its own needs to keep to the clock of this one. */
export function inheritedClock(env = process.env): Record<string, string> {
  if (env.FAKETIME === undefined) return {}
  return Object.fromEntries(VARIABLES.map((name) => [name, env[name] ?? '']))
}

/**
 * The environment of this process for Chromium. With FAKETIME_DONT_FAKE_MONOTONIC its threads wait for each other by two
 * clocks: it stands still for seconds, or ends early.
 */
export function environmentOfBrowser(env = process.env): Record<string, string | undefined> {
  const { FAKETIME_DONT_FAKE_MONOTONIC: _, ...others } = env
  return others
}

/** The environment of this process for a program that libfaketime keeps from starting: Redis, by its allocator. */
export function environmentWithoutClock(env = process.env): Record<string, string | undefined> {
  return { ...env, ...Object.fromEntries(VARIABLES.map((name) => [name, undefined])) }
}

/**
 * Variables with which a process and everything it starts take `instant` for now: the clock runs on from there, the time
 * that passes stays real. Nothing where no instant is given.
 *
 * @throws when it is no instant, or libfaketime is not installed
 */
export function clockEnvironment(instant: string | undefined): Record<string, string> {
  if (instant === undefined) return {}
  const ahead = Date.parse(instant) - Date.now()
  if (Number.isNaN(ahead)) throw new Error('TEST_CLOCK is an instant such as 2028-02-29T12:00:00Z')
  const library = LIBRARIES.find((path) => existsSync(path))
  if (library === undefined) throw new Error('TEST_CLOCK needs libfaketime: apt-get install faketime')
  const seconds = Math.round(ahead / 1000)
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
