import { describe, expect, test } from 'bun:test'
import { Foreground } from '../../src/platform/foreground'

/** Requests and background work by a clock of their own; what sleeps is woken in the order of time. */
function open() {
  let now = 10_000
  const slept: number[] = []
  const sleepers: { at: number; wake: () => void }[] = []
  const foreground = new Foreground(
    () => now,
    (ms) => {
      slept.push(ms)
      return new Promise<void>((wake) => sleepers.push({ at: now + ms, wake }))
    },
  )
  const done: string[] = []
  return {
    foreground,
    slept,
    done,
    work(name: string, workedMs: number) {
      void foreground.giveWay(workedMs).then(() => done.push(name))
      return settle()
    },
    async pass(ms: number) {
      const until = now + ms
      for (;;) {
        const next = sleepers.toSorted((one, other) => one.at - other.at)[0]
        if (next === undefined || next.at > until) break
        sleepers.splice(sleepers.indexOf(next), 1)
        now = next.at
        next.wake()
        await settle()
      }
      now = until
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('work in the background', () => {
  test('goes on at once while nobody is there', async () => {
    const { work, slept, done } = open()
    await work('sync', 5)
    expect({ done, slept }).toEqual({ done: ['sync'], slept: [] })
  })

  test('rests twice as long as it has worked for a second after a request', async () => {
    const { foreground, work, pass, done } = open()
    foreground.begin()()
    await work('sync', 5)
    await pass(9)
    expect(done).toEqual([])
    await pass(1)
    expect(done).toEqual(['sync'])
    await pass(990)
    expect(foreground.isActive).toBe(false)
    await work('sync again', 5)
    expect(done).toEqual(['sync', 'sync again'])
  })

  test('never rests for longer than a twentieth of a second', async () => {
    const { foreground, work, slept } = open()
    foreground.begin()()
    await work('sync', 5_000)
    expect(slept).toEqual([50])
  })

  test('does not begin beside a request', async () => {
    const { foreground, work, pass, done } = open()
    const [one, other] = [foreground.begin(), foreground.begin()]
    await work('sync', 1)
    await pass(3)
    one()
    one()
    await settle()
    expect(done).toEqual([])
    other()
    await settle()
    expect(done).toEqual(['sync'])
  })

  test('waits for a request that takes long a fortieth of a second, not more', async () => {
    const { foreground, work, pass, done } = open()
    foreground.begin()
    await work('sync', 1)
    await pass(26)
    expect(done).toEqual([])
    await pass(1)
    expect(done).toEqual(['sync'])
  })

  test('rests one piece after the other', async () => {
    const { foreground, work, pass, done } = open()
    foreground.begin()()
    await work('sync', 5)
    await work('search', 5)
    await pass(10)
    expect(done).toEqual(['sync'])
    await pass(10)
    expect(done).toEqual(['sync', 'search'])
  })
})
