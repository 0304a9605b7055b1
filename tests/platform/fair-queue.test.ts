import { describe, expect, test } from 'bun:test'
import { FairQueue } from '../../src/platform/fair-queue'
import { Foreground } from '../../src/platform/foreground'

const ENDLESS_MS = 600_000

/** A queue, and which requests have begun so far. */
function open({ longestMs = ENDLESS_MS } = {}) {
  let now = 0
  const foreground = new Foreground(() => now)
  const queue = new FairQueue(() => now, longestMs, foreground)
  const begun: string[] = []
  const releases = new Map<string, () => void>()
  const send = async (sender: string, request: string) => {
    const release = await queue.begin(sender)
    if (release === null) return begun.push(`${request} refused`)
    begun.push(request)
    releases.set(request, release)
  }
  return {
    begun,
    foreground,
    /** Sends so many requests of one sender: `ada 0`, `ada 1`, … */
    async send(sender: string, count: number) {
      for (let index = 0; index < count; index++) void send(sender, `${sender} ${index}`)
      await settle()
    },
    async end(request: string) {
      releases.get(request)!()
      await settle()
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('whoever sends', () => {
  test('alone has many requests in work', async () => {
    const { begun, send, pass } = open()
    pass(5_000)
    await send('ada', 1)
    pass(1_000)
    await send('ada', 40)
    expect(begun).toHaveLength(32)
  })

  test('beside others has two, and the next one when one of them is done', async () => {
    const { begun, send, end } = open()
    await send('ada', 100)
    await send('ben', 1)
    expect(begun).toEqual(['ada 0', 'ada 1', 'ben 0'])
    await end('ben 0')
    expect(begun).toHaveLength(3)
    await end('ada 1')
    expect(begun.slice(3)).toEqual(['ada 2'])
  })

  test('is served in the order in which he has sent', async () => {
    const { begun, send, end } = open()
    await send('ada', 4)
    await end('ada 0')
    await send('ada', 1)
    await end('ada 1')
    await end('ada 2')
    expect(begun).toEqual(['ada 0', 'ada 1', 'ada 2', 'ada 3', 'ada 0'])
  })

  test('has many again once the others are gone', async () => {
    const { begun, send, end, pass } = open()
    await send('ada', 10)
    await send('ben', 1)
    pass(1_000)
    await end('ada 0')
    expect(begun.filter((one) => one.startsWith('ada'))).toHaveLength(10)
  })

  test('more than waits for him is refused, and nobody else', async () => {
    const { begun, send } = open()
    await send('ada', 1_003)
    await send('ben', 1)
    expect(begun).toEqual(['ada 0', 'ada 1', 'ada 1002 refused', 'ben 0'])
  })

  test('something that waits for something else is not waited for, and soon nothing is', async () => {
    const { begun, send } = open({ longestMs: 20 })
    await send('ada', 200)
    const waves = new Set<number>()
    while (begun.length < 200) {
      waves.add(begun.length)
      await settle()
    }
    // Two at a time they would be a hundred.
    expect(waves.size).toBeLessThan(10)
  })

  test('what waits for something else is never so much that nobody else has a place to wait there', async () => {
    const { begun, send, end } = open({ longestMs: 1 })
    await send('ada', 300)
    await send('ben', 200)
    const begunOf = (name: string) => begun.filter((one) => one.startsWith(name)).length
    while (begunOf('ben') < 200) await settle()
    expect(begunOf('ada')).toBe(200)
    await end('ada 0')
    expect(begun.at(-1)).toBe('ada 200')
  })

  test('and then quickly something has two in work again', async () => {
    const { begun, send, end } = open({ longestMs: 500 })
    await send('ada', 20)
    // Once each of the first two has let twice as many go on.
    while (begun.length < 10) await settle()
    await Promise.all(begun.slice(2).map(end))
    expect(begun).toHaveLength(12)
  })

  test('is forgotten once nothing of him is in work, however slow that was', async () => {
    const { begun, foreground, send, end, pass } = open({ longestMs: 200 })
    await send('ada', 8)
    do {
      await settle()
      pass(1_000)
    } while (foreground.isActive)
    await Promise.all(begun.splice(0).map(end))
    await send('ben', 1)
    await send('ada', 8)
    expect(begun).toEqual(['ben 0', 'ada 0', 'ada 1'])
  })
})

test('what has been ended twice counts once', async () => {
  const { begun, send, end } = open()
  await send('ada', 5)
  await end('ada 0')
  await end('ada 0')
  expect(begun).toEqual(['ada 0', 'ada 1', 'ada 2'])
})

describe('the background gives way to', () => {
  test('what is in work, and for a second to who sent it', async () => {
    const { foreground, send, end, pass } = open()
    pass(5_000)
    expect(foreground.isActive).toBe(false)
    await send('ada', 1)
    pass(5_000)
    expect(foreground.isActive).toBe(true)
    await end('ada 0')
    pass(999)
    expect(foreground.isActive).toBe(true)
    pass(1)
    expect(foreground.isActive).toBe(false)
  })

  test('nothing that waits for something else', async () => {
    const { foreground, send, pass } = open({ longestMs: 1 })
    await send('ada', 1)
    do {
      await settle()
      pass(1_000)
    } while (foreground.isActive)
  })
})
