import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { FairQueue } from '../../src/platform/fair-queue'
import { Foreground } from '../../src/platform/foreground'
import { fairQueue } from '../../src/platform/http-fair-queue'
import { ask, seatedCast } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

const LONG_MS = 5_000

const household = opened(() => openHousehold())
const cast = seatedCast(household)

test('each sender’s requests are in work two at a time, and the next begins with the answer to one', async () => {
  const inWork: Record<string, number> = {}
  const most: Record<string, number> = {}
  // Longer than a machine stands still: the next begins with an answer, and not by itself.
  const queue = new FairQueue(() => 0, LONG_MS, new Foreground())
  const app = new Elysia()
    .use(fairQueue((request) => request.headers.get('x-sender'), queue))
    .get('/', async ({ headers }) => {
      const sender = headers['x-sender'] ?? 'nobody'
      inWork[sender] = (inWork[sender] ?? 0) + 1
      most[sender] = Math.max(most[sender] ?? 0, inWork[sender])
      await new Promise(setImmediate)
      inWork[sender]--
      return sender
    })
  const send = (sender: string | null) =>
    app.handle(new Request('http://localhost/', { headers: sender === null ? {} : { 'x-sender': sender } }))
  const senders = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 'ada' : 'ben'))
  const answers = await Promise.all([...senders, null, null, null].map(send))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(most).toEqual({ ada: 2, ben: 2, nobody: 3 })
})

test('whoever has a thousand waiting is refused the next, and nobody else is', async () => {
  const flood = Array.from({ length: 1_100 }, () => ask(household, cast.ada, 'GET /api/me'))
  const ben = await ask(household, cast.ben, 'GET /api/me')
  const answers = await Promise.all(flood)
  expect(ben.status).toBe(200)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1_100 - refused.length)
  expect(refused[0]!.body).toEqual({ error: 'Too many requests at once. Try again in a second.' })
  expect(refused[0]!.headers.get('retry-after')).toBe('1')
})
