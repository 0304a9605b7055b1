import { describe, expect, test } from 'bun:test'
import { checkPassword, hashPassword, verifyPassword } from '../../../src/identity/local/password'
import { createSemaphore } from '../../../src/platform/semaphore'
import { rejectionOf } from '../../support/rejection'
import { secret } from '../../support/secrets'

const PASSWORD = secret('correct horse battery staple')

test('a hash is PHC text with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  expect(one).toMatch(/^scrypt\$16384\$8\$1\$[A-Za-z0-9_-]{22}\$[A-Za-z0-9_-]{43}$/)
  expect(one).not.toBe(other)
  expect(await verifyPassword(PASSWORD, one)).toBe(true)
  expect(await verifyPassword(`${PASSWORD} `, one)).toBe(false)
})

test('a hash made elsewhere verifies (RFC 7914, section 12, third vector, first 32 bytes)', async () => {
  const salt = Buffer.from('SodiumChloride').toString('base64url')
  const hash = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex')
  expect(await verifyPassword('pleaseletmein', `scrypt$16384$8$1$${salt}$${hash.toString('base64url')}`)).toBe(true)
})

test.each([
  '',
  'text',
  'scrypt$16384$8$1$salt',
  'scrypt$0$8$1$c2FsdA$aGFzaA',
  'scrypt$16384$0$1$c2FsdA$aGFzaA',
  'scrypt$16383$8$1$c2FsdA$aGFzaA',
  'scrypt$9999999$99$99$c2FsdA$aGFzaA',
  'scrypt$16384$8$1$$',
  'bcrypt$16384$8$1$c2FsdA$aGFzaA',
  'scrypt$16384$8$1$c2FsdA$aGFzaA\n',
])('a stored text that is no hash fits nothing and throws nothing: %j', async (stored) => {
  expect(await verifyPassword(PASSWORD, stored)).toBe(false)
})

test('nothing fits a name without a hash', async () => {
  for (const password of ['', PASSWORD, '\0'.repeat(32)])
    expect(await checkPassword(password, null, 'nobody')).toBe(false)
})

describe('the semaphore', () => {
  const slowWork = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { promise, finish: resolve }
  }

  /** Work that a test finishes, and the order in which it was begun. */
  function gateWith(width: number, queueLimit: number) {
    const semaphore = createSemaphore(width, queueLimit)
    const started: string[] = []
    const finish: (() => void)[] = []
    const enter = (name: string, label = name) =>
      semaphore.run(name, () => {
        started.push(label)
        const { promise, finish: end } = slowWork()
        finish.push(end)
        return promise
      })
    /** Finishes what is under way, one by one, and what begins in its place. */
    const finishAll = async (runs: Promise<void>[]) => {
      let isDone = false
      const all = Promise.all(runs).finally(() => {
        isDone = true
      })
      while (!isDone) {
        finish.shift()?.()
        await Bun.sleep(0)
      }
      await all
    }
    return { enter, started, finishAll }
  }
  const busy = { status: 503 }

  test('lets so many through at a time, in order, and turns away those beyond the queue', async () => {
    const { enter, started, finishAll } = gateWith(2, 2)
    const runs = ['a', 'b', 'c', 'd'].map((name) => enter(name))
    expect(await rejectionOf(enter('e'))).toMatchObject(busy)
    expect(started).toEqual(['a', 'b'])
    await finishAll(runs)
    expect(started).toEqual(['a', 'b', 'c', 'd'])
  })

  test('names take turns, however many wait under one of them', async () => {
    const { enter, started, finishAll } = gateWith(1, 10)
    const runs = ['m1', 'm2', 'm3', 'm4'].map((label) => enter('mallory', label))
    runs.push(enter('ada', 'a1'), enter('ben', 'b1'), enter('ada', 'a2'))
    await finishAll(runs)
    expect(started).toEqual(['m1', 'm2', 'a1', 'b1', 'm3', 'a2', 'm4'])
  })

  test('when it is full, the latest of the name with the most gives way to a name with fewer', async () => {
    const { enter, started, finishAll } = gateWith(1, 4)
    const mallory = ['m1', 'm2', 'm3', 'm4', 'm5'].map((label) => enter('mallory', label))
    const outcomes = Promise.allSettled(mallory)
    const others = [enter('ada', 'a1'), enter('ben', 'b1')]
    expect(await rejectionOf(enter('mallory', 'm6'))).toMatchObject(busy)
    expect(await rejectionOf(enter('ada', 'a2'))).toMatchObject(busy)
    await finishAll([...others, outcomes.then(() => {})])
    expect(started).toEqual(['m1', 'm2', 'a1', 'b1', 'm3'])
    const refused = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.status)
    expect(refused).toEqual([false, false, false, 503, 503])
  })

  test('a failure leaves its place to the next', async () => {
    const semaphore = createSemaphore(1, 1)
    const failing = semaphore.run('a', async () => {
      throw new Error('broken')
    })
    const next = semaphore.run('a', async () => 'done')
    expect((await rejectionOf(failing)).message).toContain('broken')
    expect(await next).toBe('done')
    expect(await semaphore.run('a', async () => 'and on')).toBe('and on')
  })
})
