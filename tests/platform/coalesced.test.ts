import { expect, test } from 'bun:test'
import { Coalesced } from '../../src/platform/coalesced'

/** Work that waits to be let on, run by run. */
function open() {
  const runs: PromiseWithResolvers<void>[] = []
  const work = new Coalesced(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { work, runs }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('however many call while it runs, it runs once more, and all wait for that', async () => {
  const { work, runs } = open()
  let done = 0
  for (let call = 0; call < 4; call++) void work.run().then(() => done++)
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await settled()
  expect([runs.length, done]).toEqual([2, 0])
  runs[1]!.resolve()
  await settled()
  expect([runs.length, done]).toEqual([2, 4])
  expect(work.underWay).toBeNull()
})

test('a call after its end runs it anew', async () => {
  const { work, runs } = open()
  for (const count of [1, 2]) {
    const run = work.run()
    runs.at(-1)!.resolve()
    await run
    expect(runs).toHaveLength(count)
  }
})

test.each(Array.from({ length: 8 }, (_, steps) => [steps]))(
  'a call %i steps behind the end of a run is not forgotten',
  async (steps) => {
    const { work, runs } = open()
    void work.run()
    runs[0]!.resolve()
    for (let step = 0; step < steps; step++) await null
    void work.run()
    await settled()
    expect(runs).toHaveLength(2)
  },
)

test('a failure is told to all who wait, and the next call runs it anew', async () => {
  const { work, runs } = open()
  const failures = [work.run(), work.run()].map((run) => run.catch((error: Error) => error.message))
  runs[0]!.reject(new Error('no more'))
  expect(await Promise.all(failures)).toEqual(['no more', 'no more'])
  void work.run()
  expect(runs).toHaveLength(2)
})
