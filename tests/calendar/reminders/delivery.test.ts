import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createReminders } from '../../../src/calendar/reminders'
import { subscribe } from '../../../src/features/push/subscriptions'
import { changeReminderPreferences } from '../../../src/household/reminder-preferences'
import { openDatabase } from '../../../src/platform/db/client'
import { isDbError } from '../../../src/platform/db/errors'
import { pushSubscriptions } from '../../../src/platform/db/schema'
import type { ReceiverDevice } from '../../support/push-receiver'
import { clearedStory, shown, untilReceived } from './story'

const story = clearedStory()
let phone: ReceiverDevice
beforeEach(async () => {
  phone = await story.phone(story.cast.ada)
  await story.event('shared', 30, { DTSTART: '20261120T143000Z', SUMMARY: 'Dentist' })
})

const FIRE = '2026-11-20T14:00:00Z'
/** Longer than a test may take: what arrives meanwhile has not waited for a request that hangs. */
const NEVER_MS = 600_000
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('once per occurrence and device', () => {
  test('however often a minute ticks', async () => {
    await Promise.all(times(5).map(() => story.tick(FIRE)))
    for (const second of times(60)) await story.tick(`2026-11-20T14:00:${String(second).padStart(2, '0')}Z`)
    expect(phone.received).toHaveLength(1)
    expect(await story.ledger()).toEqual(['sent'])
  })

  test('whatever the clock does', async () => {
    for (const at of [FIRE, '2026-11-20T13:30:00Z', FIRE, '2026-11-22T09:00:00Z', FIRE]) await story.tick(at)
    expect(phone.received).toHaveLength(1)
  })

  test('after a restart, and with several schedulers at once', async () => {
    const schedulers = times(4).map(() => story.restarted())
    await Promise.all(schedulers.map((reminders) => story.tick(FIRE, reminders)))
    await story.tick('2026-11-20T14:00:30Z', story.restarted())
    expect(phone.received).toHaveLength(1)
  })

  test('also when the answer was an error that leaves no hope', async () => {
    phone.always = { status: 400 }
    await story.tick(FIRE)
    await story.tick('2026-11-20T14:00:30Z')
    expect(phone.received).toHaveLength(1)
    expect(await story.ledger()).toEqual(['failed'])
    expect(story.logged('push message was refused')).toHaveLength(1)
    const [row] = await story.ctx.db.select().from(pushSubscriptions)
    expect(row?.refusals).toBe(1)
  })

  test('also when nobody knows whether the message went out', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    phone.plans = [{ until }]
    const impatient = story.restarted({ timeoutMs: 5_000 })
    await story.tick(FIRE, impatient)
    resolve()
    await story.tick('2026-11-20T14:00:30Z', impatient)
    expect(phone.received).toHaveLength(1)
    expect(story.logged('push message was not delivered')).toMatchObject([
      { memberId: story.cast.ada.id, reason: 'the push service gave no answer (TimeoutError)' },
    ])
  })
})

describe('a busy push service is asked again', () => {
  test.each([429, 500, 503])('%d, until it accepts', async (status) => {
    phone.plans = [{ status }, { status }]
    await story.tick(FIRE)
    expect(phone.received).toHaveLength(3)
    expect(await story.ledger()).toEqual(['sent'])
  })

  test('after the time it names', async () => {
    phone.plans = [{ status: 429, headers: { 'retry-after': '25' } }]
    await story.tick(FIRE)
    expect(story.ctx.now()).toEqual(new Date('2026-11-20T14:00:25Z'))
    expect(phone.received).toHaveLength(2)
  })

  test('with a pause, also when it asks for none', async () => {
    phone.always = { status: 503, headers: { 'retry-after': '0' } }
    await story.tick(FIRE)
    expect(phone.received.length).toBeLessThan(8)
  })

  test('but not for longer than the catch-up window', async () => {
    phone.always = { status: 503 }
    await story.tick(FIRE)
    expect(story.ctx.now().getTime()).toBeLessThanOrEqual(Date.parse('2026-11-20T14:01:00Z'))
    expect(phone.received.length).toBeGreaterThan(2)
    expect(await story.ledger()).toEqual(['failed'])
    const sent = phone.received.length
    await story.tick('2026-11-20T14:01:00Z')
    expect(phone.received).toHaveLength(sent)
    expect(story.logged('push message was not delivered')).toHaveLength(1)
  })

  test('of which less is left for a reminder that is caught up on', async () => {
    phone.always = { status: 503 }
    await story.tick('2026-11-20T14:00:50Z')
    expect(story.ctx.now().getTime()).toBeLessThanOrEqual(Date.parse('2026-11-20T14:01:00Z'))
    expect(phone.received.length).toBeGreaterThan(1)
    expect(await story.ledger()).toEqual(['failed'])
  })

  test('and not at all when it asks for more', async () => {
    phone.plans = [{ status: 429, headers: { 'retry-after': '61' } }]
    await story.tick(FIRE)
    expect(phone.received).toHaveLength(1)
    expect(await story.ledger()).toEqual(['failed'])
  })

  test('but not for a device that is somebody else’s by then', async () => {
    const { ben } = story.cast
    await story.event('ada', 20, { DTSTART: '20261120T150000Z', SUMMARY: 'Oncologist' })
    phone.plans = [{ status: 503 }]
    const takenOver = story.restarted({
      pause: async (milliseconds) => {
        await subscribe(story.ctx, ben.id, { endpoint: phone.endpoint, ...phone.subscription.keys })
        story.household.clock.advance(milliseconds)
      },
    })
    await story.tick('2026-11-20T14:40:00Z', takenOver)
    expect(shown(phone)).toEqual(['Oncologist: Starts in 20 min'])
  })

  test('a stop while waiting leaves the reminder to the next process', async () => {
    phone.plans = [{ status: 503 }]
    const stopped = story.restarted({ pause: () => new Promise(() => {}) })
    story.household.clock.set(FIRE)
    await stopped.remind()
    await untilReceived(phone, 1)
    await stopped.stop()
    expect(await story.ledger()).toEqual([])
    await story.tick('2026-11-20T14:00:20Z', story.restarted())
    expect(phone.received).toHaveLength(2)
    expect(await story.ledger()).toEqual(['sent'])
  })
})

describe('what has no future', () => {
  test.each([404, 410])('%d removes the subscription and what was stored for it', async (status) => {
    phone.always = { status }
    const tablet = await story.phone(story.cast.ada)
    await story.tick(FIRE)
    expect(shown(tablet)).toEqual(['Dentist: Starts in 30 min'])
    const rows = await story.ctx.db.select().from(pushSubscriptions)
    expect(rows.map(({ endpoint }) => endpoint)).toEqual([tablet.endpoint])
    expect(await story.ledger()).toEqual(['sent'])
  })

  test('unusable keys are logged once for ever, and the other devices are served', async () => {
    await story.phone(story.cast.ben, { p256dh: 'x' })
    await story.tick(FIRE)
    await story.event('shared', 30, { DTSTART: '20261120T150000Z', SUMMARY: 'Tea' })
    await story.tick('2026-11-20T14:30:00Z', story.restarted())
    expect(shown(phone)).toEqual(['Dentist: Starts in 30 min', 'Tea: Starts in 30 min'])
    expect(story.logged('push subscription cannot be used')).toHaveLength(1)
    expect((await story.ledger()).sort()).toEqual(['failed', 'failed', 'sent', 'sent'])
  })
})

describe('a dead push service', () => {
  test('delays neither another member, nor the next tick', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    for (const _ of times(40)) (await story.phone(story.cast.ben)).always = { until }
    await story.event('shared', 29, { DTSTART: '20261120T143000Z', SUMMARY: 'Tea' })
    const reminders = story.restarted({ timeoutMs: NEVER_MS })
    for (const at of [FIRE, '2026-11-20T14:01:00Z']) {
      story.household.clock.set(at)
      await reminders.remind()
    }
    await untilReceived(phone, 2)
    expect(shown(phone).sort()).toEqual(['Dentist: Starts in 30 min', 'Tea: Starts in 29 min'])
    resolve()
    await reminders.settled()
  })

  test('costs what waits behind it for too long', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    for (const _ of times(16)) (await story.phone(story.cast.ben)).always = { until }
    const late = await story.phone(story.cast.ben)
    const reminders = story.restarted({ timeoutMs: NEVER_MS })
    story.household.clock.set(FIRE)
    await reminders.remind()
    story.household.clock.advance(61_000)
    resolve()
    await reminders.settled()
    expect(late.received).toEqual([])
    expect(story.logged('reminder was not sent: it waited too long behind other devices')).toHaveLength(1)
  })

  test('of a member with many devices: those that worked come first', async () => {
    const dead = await Promise.all(times(20).map(() => story.phone(story.cast.cleo)))
    const { promise: until, resolve } = Promise.withResolvers<void>()
    for (const device of dead) device.always = { until }
    const good = await story.phone(story.cast.cleo)
    await story.event('cleo', 10, { DTSTART: '20261120T143000Z', SUMMARY: 'Bus' })
    await markAsWorking(good)
    const reminders = story.restarted({ timeoutMs: NEVER_MS })
    story.household.clock.set('2026-11-20T14:20:00Z')
    await reminders.remind()
    await untilReceived(good, 1)
    expect(shown(good)).toEqual(['Bus: Starts in 10 min'])
    resolve()
    await reminders.settled()
  })
})

describe('a process that ends with reminders that waited behind others', () => {
  /** More than a member's are on their way at a time; the push service answers none of those that it has. */
  const crowd = async () => {
    const phones = await Promise.all(times(20).map(() => story.phone(story.cast.ben)))
    for (const { plans } of phones) plans.push({ until: new Promise(() => {}) })
    await story.tick('2026-11-20T13:59:30Z', story.restarted())
    const reminders = story.restarted({ timeoutMs: NEVER_MS })
    story.household.clock.set('2026-11-20T14:00:50Z')
    await reminders.remind()
    await untilAll(phones, 16)
    // Whoever comes next is answered: nobody waits for its limit of time.
    for (const { plans } of phones) plans.length = 0
    return { phones, reminders }
  }
  const untilAll = async (phones: readonly ReceiverDevice[], count: number) => {
    const received = () => phones.reduce((sum, one) => sum + one.received.length, 0)
    while (received() < count) await Bun.sleep(5)
  }

  test('leaves them to the next, also when that comes a minute after they were due', async () => {
    const { phones } = await crowd()
    await story.tick('2026-11-20T14:01:10Z', story.restarted())
    expect(phones.map(({ received }) => received.length)).toEqual(Array(20).fill(1))
  })

  test('one that is told to stop, too', async () => {
    const { phones, reminders } = await crowd()
    void reminders.stop()
    await story.tick('2026-11-20T14:01:10Z', story.restarted())
    expect(phones.map(({ received }) => received.length)).toEqual(Array(20).fill(1))
  })

  test('and so does one that waited for a busy push service', async () => {
    phone.plans = [{ status: 503 }]
    await story.tick('2026-11-20T13:59:30Z', story.restarted())
    const stopped = story.restarted({ pause: () => new Promise(() => {}) })
    story.household.clock.set('2026-11-20T14:00:50Z')
    await stopped.remind()
    await untilReceived(phone, 1)
    await stopped.stop()
    await story.tick('2026-11-20T14:01:20Z', story.restarted())
    expect(phone.received).toHaveLength(2)
  })
})

describe('ticks that are missed', () => {
  const silent = async (ticks: string[]) => {
    for (const time of ticks) await story.tick(`2026-11-20T${time}Z`)
  }

  test('one: the next makes up for it, whatever the second', async () => {
    await story.event('ada', 30, { DTSTART: '20261120T142901Z', SUMMARY: 'Bus' })
    await silent(['13:59:00', '14:01:00.200'])
    expect(shown(phone).sort()).toEqual(['Bus: Starts in 30 min', 'Dentist: Starts in 30 min'])
  })

  test('one, over a restart', async () => {
    await silent(['13:59:30'])
    await story.tick('2026-11-20T14:01:20Z', story.restarted())
    expect(phone.received).toHaveLength(1)
  })

  test('late ones lose nothing', async () => {
    await story.event('ada', 30, { DTSTART: '20261120T142901Z', SUMMARY: 'Bus' })
    await silent(['13:59:00', '14:00:22', '14:01:00'])
    expect(phone.received).toHaveLength(2)
  })

  test('a standstill sends nothing stale, and tells how much was lost', async () => {
    await story.phone(story.cast.ben)
    await story.event('shared', 30, { DTSTART: '20261120T150000Z', SUMMARY: 'Tea' })
    await story.event('shared', 30, { DTSTART: '20261120T163000Z', SUMMARY: 'Supper' })
    await silent(['13:59:00', '16:00:00', '16:01:00'])
    expect(shown(phone)).toEqual(['Supper: Starts in 30 min'])
    expect(story.logged('reminders stood still')).toMatchObject([
      { level: 'warn', from: '2026-11-20T13:59:00.001Z', to: '2026-11-20T15:58:59.999Z', missed: 4 },
    ])
  })

  test('a database that fails costs nothing within the window', async () => {
    const down = openDatabase({ ...story.household.config.database, port: 1 })
    story.household.clock.set(FIRE)
    const cut = createReminders({ ...story.ctx, db: down.db }, { ca: story.receiver.ca })
    expect(await cut.remind().catch(isDbError)).toBeTrue()
    await down.close()
    await story.tick('2026-11-20T14:01:00Z')
    expect(phone.received).toHaveLength(1)
  })
})

test('keys of past occurrences are forgotten', async () => {
  await story.tick(FIRE)
  await story.tick('2026-11-27T14:00:00Z')
  expect(await story.ledger()).toEqual(['sent'])
  await story.tick('2026-11-27T15:01:00Z')
  expect(await story.ledger()).toEqual([])
})

test('without VAPID settings a tick does nothing', async () => {
  await story.tick(FIRE, story.restarted({ pusher: null }))
  expect(phone.received).toEqual([])
  expect(await story.ledger()).toEqual([])
})

test('everybody hears of one event in their own language', async () => {
  const { cleo } = story.cast
  await changeReminderPreferences(story.ctx, cleo.id, { language: 'de' })
  const cleos = await story.phone(cleo)
  await story.tick(FIRE)
  await changeReminderPreferences(story.ctx, cleo.id, { language: 'en' })
  expect(shown(cleos)).toEqual(['Dentist: Beginnt in 30 Min.'])
  expect(shown(phone)).toEqual(['Dentist: Starts in 30 min'])
})

test('the log holds no title, no endpoint and no key', async () => {
  phone.plans = [{ status: 503 }, { status: 400 }]
  await story.tick(FIRE)
  const log = story.household.logLines.join('')
  expect(log).toContain('push message was refused')
  for (const secret of ['Dentist', new URL(phone.endpoint).pathname, phone.subscription.keys.auth]) {
    expect(log).not.toContain(secret)
  }
})

async function markAsWorking(device: ReceiverDevice) {
  const isDevice = eq(pushSubscriptions.endpoint, device.endpoint)
  await story.ctx.db
    .update(pushSubscriptions)
    .set({ lastSuccessAt: new Date(0) })
    .where(isDevice)
}
