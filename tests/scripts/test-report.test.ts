import { describe, expect, test } from 'bun:test'
import { constants } from 'node:os'
import { clockEnvironment } from '../../scripts/test/clock'
import { countedIn, run } from '../../scripts/test/run'

const REPORT = `
tests/web/lists.test.ts:
(pass) a list > is there [3.01ms]

tests/web/wall.test.ts:
error: the wall is bright

      at tests/web/wall.test.ts:7:3
(fail) the wall > is dim at night [1572.06ms]
  ^ this test timed out after 40000ms.

2 tests failed:
(fail) the wall > is dim at night [1572.06ms]

 1 pass
 1 fail
 7 expect() calls
`

describe('what a part of the run says is counted', () => {
  test('each failure once, by its file and with what was said of it', () => {
    const reason =
      '    error: the wall is bright\n          at tests/web/wall.test.ts:7:3\n    ^ this test timed out after 40000ms.'
    const failures = [`tests/web/wall.test.ts: the wall > is dim at night\n${reason}`]
    expect(countedIn(REPORT, 1)).toEqual({ passed: 1, failed: 1, failures })
  })

  test('a run that ends without a report fails', () => {
    expect(countedIn('Segmentation fault', 139)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('a run that ends badly although nothing failed fails', () => {
    expect(countedIn(' 12 pass\n 0 fail\n', 1)).toMatchObject({ passed: 12, failed: 1 })
  })

  test('any other command is one test, with its processor time', async () => {
    const busy = 'let n = 0; while (process.cpuUsage().user < 100_000) for (let i = 0; i < 1e6; i += 1) n += i'
    const { passed, failed, cpuMs } = await run('busy', [process.execPath, '-e', busy])
    expect({ passed, failed }).toEqual({ passed: 1, failed: 0 })
    expect(cpuMs).toBeGreaterThan(100)
  })
})

describe('a clock for the tests', () => {
  test('is the machine’s own without one', () => {
    expect(clockEnvironment(undefined)).toEqual({})
  })

  test('that is no instant is refused', () => {
    expect(() => clockEnvironment('next year')).toThrow('TEST_CLOCK is an instant')
  })
})

describe('a run that is ended', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s takes its parts along', async (signal) => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const socket = { open: () => begun.resolve(), close: () => ended.resolve(), data() {} }
    using server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket })
    // Goes on until its connection ends, or it is ended.
    const part = `Bun.connect({ hostname: '127.0.0.1', port: ${server.port}, socket: { data() {} } })`
    const script = `const { endOn, run } = await import('./scripts/test/run')
endOn(['${signal}'])
await run('a part', [process.execPath, '-e', ${JSON.stringify(part)}])`
    const whole = Bun.spawn([process.execPath, '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] })
    await begun.promise
    whole.kill(signal)
    await ended.promise
    expect(await whole.exited).toBe(128 + constants.signals[signal])
  })
})
