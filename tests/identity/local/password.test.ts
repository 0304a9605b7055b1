import { describe, expect, test } from 'bun:test'
import { createGate } from '../../../src/identity/local/gate'
import { checkPassword, hashPassword, verifyPassword } from '../../../src/identity/local/password'
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
  for (const password of ['', PASSWORD, '\0'.repeat(32)]) expect(await checkPassword(password, null)).toBe(false)
})

describe('the gate', () => {
  const slowWork = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { promise, finish: resolve }
  }

  test('lets so many through at a time, in order, and turns away those beyond the queue', async () => {
    const gate = createGate(2, 2)
    const work = [1, 2, 3, 4].map(slowWork)
    const started: number[] = []
    const runs = work.map(({ promise }, index) =>
      gate.run(() => {
        started.push(index)
        return promise
      }),
    )
    await expect(gate.run(async () => {})).rejects.toMatchObject({ status: 503 })
    expect(started).toEqual([0, 1])
    work[1]!.finish()
    await runs[1]
    await Promise.resolve()
    expect(started).toEqual([0, 1, 2])
    for (const { finish } of work) finish()
    await Promise.all(runs)
    expect(started).toEqual([0, 1, 2, 3])
  })

  test('a failure leaves its place to the next', async () => {
    const gate = createGate(1, 1)
    const failing = gate.run(async () => {
      throw new Error('broken')
    })
    const next = gate.run(async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('done')
    expect(await gate.run(async () => 'and on')).toBe('and on')
  })
})
