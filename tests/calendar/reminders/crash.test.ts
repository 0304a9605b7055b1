import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { ReceiverDevice } from '../../support/push-receiver'
import { serviceEnvironment } from '../../support/service'
import { Story } from './story'

const FIRE = '2026-11-20T14:00:00Z'

let story: Story
let phone: ReceiverDevice
beforeAll(async () => {
  story = await Story.open()
})
beforeEach(async () => {
  await story.clear()
  phone = await story.phone(story.cast.ada)
  await story.event('ada', 30, { DTSTART: '20261120T143000Z', SUMMARY: 'Dentist' })
})
afterAll(() => story.close())

/** Another process on the same database. */
function startWorker(halt = '') {
  const { receiver, household } = story
  const more = { ...receiver.env, PUSH_CA: receiver.ca, TICK_AT: FIRE, HALT: halt, TZ: 'Europe/Berlin' }
  return Bun.spawn([process.execPath, join(import.meta.dir, 'worker.ts')], {
    env: serviceEnvironment(household.config.database, more),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Lets a process come as far as `where` and kills it there. */
async function killAt(where: 'stored' | 'sent') {
  const worker = startWorker(where)
  const reader = worker.stdout.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toBe(`${where}\n`)
  worker.kill('SIGKILL')
  await worker.exited
}

describe('kill -9', () => {
  test.each<['stored' | 'sent', number]>([
    ['stored', 0],
    ['sent', 1],
  ])('when %s: %d messages, never a second one, and the log tells', async (where, received) => {
    await killAt(where)
    expect(phone.received).toHaveLength(received)
    expect(await story.ledger()).toEqual(['stored'])

    await story.tick('2026-11-20T14:00:30Z')
    await story.tick('2026-11-20T14:01:00Z')
    expect(phone.received).toHaveLength(received)
    for (const time of ['14:05:00', '14:06:00']) await story.tick(`2026-11-20T${time}Z`)
    expect(phone.received).toHaveLength(received)
    expect(story.logged('a reminder was perhaps not sent: the process ended before that was recorded')).toMatchObject([
      { level: 'warn', memberId: story.cast.ada.id, occurrence: '2026-11-20T14:30:00.000Z' },
    ])
  })

  test('before anything is stored costs nothing', async () => {
    const worker = startWorker('stored')
    worker.kill('SIGKILL')
    await worker.exited
    await story.tick('2026-11-20T14:00:50Z')
    expect(phone.received).toHaveLength(1)
  })
})

test('three processes on one database send one message', async () => {
  const workers = [startWorker(), startWorker(), startWorker()]
  expect(await Promise.all(workers.map((worker) => worker.exited))).toEqual([0, 0, 0])
  expect(phone.received).toHaveLength(1)
  expect(await story.ledger()).toEqual(['sent'])
})
