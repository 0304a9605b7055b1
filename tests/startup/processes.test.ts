/** Two services on one database: what one of them does when the other is killed, or stands still. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { type Diary, FORM, openDiary } from '../support/diary'
import { watchStalls } from '../support/event-loop'
import { type Fault, holdAnswer } from '../support/proxy'
import { Service, serviceEnvironment } from '../support/service'

/** A process that ends is replaced within this time. */
const REPLACED_MS = 10_000
const HEADERS = { 'content-type': 'application/json' }

let diary: Diary
const services: Service[] = []
beforeAll(async () => {
  // The services go by the machine's clock: sessions are of now.
  diary = await openDiary({ at: new Date().toISOString() })
  await diary.calendar('ada')
})
afterEach(async () => {
  for (const { child } of services.splice(0)) {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await child.exited
  }
})
afterAll(() => diary.close())

async function start(): Promise<Service> {
  const env = serviceEnvironment(diary.config.database, { CALDAV_URL: diary.proxy.url, TZ: 'Europe/Berlin' })
  const service = new Service(env)
  services.push(service)
  await service.baseUrl()
  return service
}

const create = async (service: Service, title: string) => {
  const url = `${await service.baseUrl()}/api/events/create`
  const headers = { ...HEADERS, cookie: diary.cast.ada.cookie, 'idempotency-key': randomUUID() }
  const ask = () => fetch(url, { method: 'POST', headers, body: JSON.stringify({ ...FORM, title }) })
  // A busy machine's database may not answer in time: a client asks again.
  let answer = await ask()
  while (answer.status === 503) answer = await ask()
  expect(answer.status).toBe(202)
}

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await Bun.sleep(20)
}
const isDone = async (count: number) => {
  const rows = await diary.rows()
  return rows.filter(({ status }) => status === 'done').length === count
}
const sent = () => diary.proxy.requests.filter(({ method }) => method === 'PUT').length
const TAKEN_OVER = 'a process has ended or stands still: its work is taken over'
const STOOD_STILL = 'this process stood still, and others have taken over its work'

/** The request arrives and goes no further; its connection dies with its sender. */
function swallow() {
  const arrived = Promise.withResolvers<void>()
  const fault: Fault = async () => {
    arrived.resolve()
    return new Promise<never>(() => {})
  }
  return { fault, arrived: arrived.promise }
}

describe('of two services', () => {
  test('one that is killed while it writes is replaced, and nothing is lost or doubled', async () => {
    const one = await start()
    const held = swallow()
    diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    await create(one, 'Dentist')
    await held.arrived
    // Only now: a second service may be the first to see the row.
    const other = await start()
    const killed = performance.now()
    const stalls = watchStalls()
    one.child.kill('SIGKILL')
    await until(() => isDone(1))
    expect(performance.now() - killed).toBeLessThan(REPLACED_MS + stalls.stop())
    expect(sent()).toBe(2)
    await other.said(TAKEN_OVER)
  })

  test('one that stood still while it wrote does nothing twice, and goes on', async () => {
    const one = await start()
    const before = sent()
    const held = holdAnswer()
    diary.proxy.fault({ method: 'PUT', times: 1 }, held.fault)
    await create(one, 'Choir')
    await held.arrived
    const other = await start()
    const frozen = performance.now()
    const stalls = watchStalls()
    one.child.kill('SIGSTOP')
    await until(() => isDone(2))
    expect(performance.now() - frozen).toBeLessThan(REPLACED_MS + stalls.stop())
    held.release()
    one.child.kill('SIGCONT')
    await one.said(STOOD_STILL)
    await create(one, 'Swimming')
    await until(() => isDone(3))
    expect(sent()).toBe(before + 2)
    expect((await diary.rows()).map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
      ['done', 0],
      ['done', 0],
      ['done', 0],
    ])
    const errors = [one, other].flatMap(({ lines }) => lines.filter(({ level }) => level === 'error'))
    // The same of a busy machine's database.
    expect(errors.filter(({ error }) => !String(error).includes('the database did not answer in time'))).toEqual([])
  })
})
