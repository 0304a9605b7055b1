import { beforeEach, describe, expect, test } from 'bun:test'
import { done, snooze } from '../../../src/calendar/reminders'
import { events, pushSubscriptions } from '../../../src/platform/db/schema'
import type { Refusal } from '../../../src/platform/http-errors'
import type { ReceiverDevice } from '../../support/push-receiver'
import { clearedStory, shown, untilReceived } from './story'

const story = clearedStory()
const START = '2026-11-20T14:30:00Z'
const TAG = `dentist:${Date.parse(START)}`
const DENTIST = { DTSTART: '20261120T143000Z', SUMMARY: 'Dentist' }

let phone: ReceiverDevice
let tablet: ReceiverDevice
let bens: ReceiverDevice
beforeEach(async () => {
  const { ada, ben } = story.cast
  phone = await story.phone(ada)
  tablet = await story.phone(ada)
  bens = await story.phone(ben)
  await story.event('shared', 30, DENTIST, 'dentist')
  await story.tick('2026-11-20T14:00:00Z')
})

const tick = async (...times: string[]) => {
  for (const time of times) await story.tick(`2026-11-20T${time}Z`)
}
const snoozed = (who: 'ada' | 'ben' = 'ada', device = phone, tag = TAG) =>
  snooze(story.ctx, story.cast[who].id, tag, device.endpoint)
const finished = (who: 'ada' | 'ben' = 'ada', tag = TAG) => done(story.ctx, story.cast[who].id, tag)
const statusOf = (answer: Promise<void>) => answer.then(() => 200).catch((error: Refusal) => error.status)

describe('a snoozed reminder', () => {
  test('comes once more, on that device, after ten minutes, and says what is left', async () => {
    await tick('14:00:20')
    await snoozed()
    await tick('14:01:00', '14:10:19')
    expect(phone.received).toHaveLength(1)
    await tick('14:10:20', '14:10:50', '14:11:00')
    expect(shown(phone)).toEqual(['Dentist: Starts in 30 min', 'Dentist: Starts in 20 min'])
    const [first, second] = phone.received.map(({ payload, topic }) => ({ ...payload, topic }))
    expect(second).toEqual({ ...first!, body: 'Starts in 20 min' })
    expect(tablet.received).toHaveLength(1)
    expect(bens.received).toHaveLength(1)
  })

  test('again and again; the last time counts', async () => {
    await snoozed()
    await tick('14:05:00')
    await snoozed()
    await tick('14:10:00')
    expect(phone.received).toHaveLength(1)
    await tick('14:15:00')
    await snoozed()
    await tick('14:25:00')
    expect(shown(phone).slice(1)).toEqual(['Dentist: Starts in 15 min', 'Dentist: Starts in 5 min'])
  })

  test('survives a restart, and comes once of two schedulers', async () => {
    await snoozed()
    const schedulers = [story.restarted(), story.restarted(), story.restarted()]
    await Promise.all(schedulers.map((reminders) => story.tick('2026-11-20T14:12:00Z', reminders)))
    expect(phone.received).toHaveLength(2)
  })

  test('comes in quiet hours, too: somebody has asked for it', async () => {
    await story.wants(story.cast.ada, { quietHours: { start: '15:05', end: '20:00' } })
    await snoozed()
    await tick('14:10:00')
    expect(phone.received).toHaveLength(2)
  })

  test('comes after the start, and says so; not much later', async () => {
    await tick('14:25:00')
    await snoozed()
    await tick('14:35:00')
    expect(shown(phone).at(-1)).toBe('Dentist: Has begun')
    await snoozed()
    await tick('14:56:00')
    expect(phone.received).toHaveLength(2)
  })

  test('says what the event has become', async () => {
    await snoozed()
    await story.event('shared', null, { ...DENTIST, SUMMARY: 'Orthodontist', LOCATION: 'Mill Street' }, 'dentist')
    await tick('14:10:00')
    expect(phone.received.at(-1)?.payload).toMatchObject({ title: 'Orthodontist', place: 'Mill Street' })
  })

  test.each([
    ['is removed', () => story.ctx.db.delete(events)],
    ['is moved', () => story.event('shared', 30, { ...DENTIST, DTSTART: '20261120T170000Z' }, 'dentist')],
    ['is cancelled', () => story.event('shared', 30, { ...DENTIST, STATUS: 'CANCELLED' }, 'dentist')],
  ])('comes no more when its event %s', async (_, change) => {
    await snoozed()
    await change()
    await tick('14:10:00', '14:11:00')
    expect(phone.received).toHaveLength(1)
    expect(await story.ledger()).toContain('done')
  })

  test('counts also when the phone was quicker than the answer of its push service', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    await story.event('shared', 20, DENTIST, 'tea')
    phone.plans = [{ until }]
    const ticking = story.tick('2026-11-20T14:10:00Z')
    await untilReceived(phone, 2)
    await snoozed('ada', phone, `tea:${Date.parse(START)}`)
    resolve()
    await ticking
    expect(await story.ledger()).toContain('snoozed')
    await tick('14:20:00')
    expect(shown(phone).slice(-2)).toEqual(['Dentist: Starts in 20 min', 'Dentist: Starts in 10 min'])
  })

  test('goes with its device', async () => {
    await snoozed()
    await story.ctx.db.delete(pushSubscriptions)
    await tick('14:10:00')
    expect(phone.received).toHaveLength(1)
  })
})

describe('what is done', () => {
  test('comes no more on any device of that member, and on those of others as before', async () => {
    await snoozed()
    await snoozed('ada', tablet)
    await snoozed('ben', bens)
    await finished()
    await tick('14:10:00', '14:11:00')
    expect([phone, tablet, bens].map(({ received }) => received.length)).toEqual([1, 1, 2])
  })

  test('is not asked for again while a push service is busy', async () => {
    await story.event('shared', 20, { DTSTART: '20261120T143000Z', SUMMARY: 'Tea' }, 'tea')
    tablet.plans = [{ status: 503 }, { status: 503 }, { status: 503 }]
    const tag = `tea:${Date.parse(START)}`
    const busy = story.restarted({
      pause: async () => {
        if (phone.received.length > 1) await finished('ada', tag)
        else await Bun.sleep(5)
      },
    })
    await story.tick('2026-11-20T14:10:00Z', busy)
    expect(tablet.received.length).toBeLessThan(4)
    expect(await story.ledger()).not.toContain('failed')
  })

  test('may be snoozed all the same', async () => {
    await finished()
    await snoozed()
    await tick('14:10:00')
    expect([phone, tablet].map(({ received }) => received.length)).toEqual([2, 1])
  })

  test('says nothing of the other reminders of the event', async () => {
    const alarm = (minutes: number) => ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${minutes}M`, 'END:VALARM']
    const lines = { ...DENTIST, raw: [...alarm(25), ...alarm(15)].join('\r\n') }
    await story.event('shared', null, lines, 'two')
    await tick('14:05:00')
    await finished('ada', `two:${Date.parse(START)}`)
    await tick('14:15:00')
    expect(shown(phone).slice(-2)).toEqual(['Dentist: Starts in 25 min', 'Dentist: Starts in 15 min'])
  })
})

describe('nobody finds', () => {
  test('a reminder that the device has not got', async () => {
    expect(await statusOf(snoozed('ada', phone, 'dentist:1'))).toBe(404)
    expect(await statusOf(finished('ada', 'dentist:1'))).toBe(404)
    const later = await story.phone(story.cast.ada)
    expect(await statusOf(snoozed('ada', later))).toBe(404)
  })

  test('a reminder that waits for the morning', async () => {
    await story.wants(story.cast.ada, { quietHours: { start: '15:00', end: '20:00' } })
    await story.event('shared', 360, { DTSTART: '20261120T201500Z', SUMMARY: 'Late' }, 'late')
    await tick('14:15:00')
    expect(await statusOf(snoozed('ada', phone, `late:${Date.parse('2026-11-20T20:15:00Z')}`))).toBe(404)
  })

  test('the device or the reminder of somebody else', async () => {
    expect(await statusOf(snoozed('ben', phone))).toBe(404)
    expect(await statusOf(snooze(story.ctx, story.cast.cleo.id, TAG, bens.endpoint))).toBe(404)
    expect(await statusOf(done(story.ctx, story.cast.cleo.id, TAG))).toBe(404)
    await tick('14:10:00')
    expect([phone, tablet, bens].map(({ received }) => received.length)).toEqual([1, 1, 1])
  })

  test('what was sent in the name of who had the device before', async () => {
    await story.ctx.db.update(pushSubscriptions).set({ userId: story.cast.cleo.id })
    expect(await statusOf(snooze(story.ctx, story.cast.cleo.id, TAG, phone.endpoint))).toBe(404)
    expect(await statusOf(done(story.ctx, story.cast.cleo.id, TAG))).toBe(404)
  })

  test('a device that has gone to somebody else', async () => {
    await story.ctx.db.update(pushSubscriptions).set({ userId: story.cast.cleo.id })
    expect(await statusOf(snoozed('ada', phone))).toBe(404)
    expect(await statusOf(finished('ada'))).toBe(404)
  })
})

test('a long uid is snoozed by the tag that its notification bears', async () => {
  await story.event('shared', 29, DENTIST, '🦷'.repeat(512))
  await tick('14:01:00')
  const { tag } = phone.received.at(-1)!.payload
  expect(tag).toHaveLength(43)
  await snoozed('ada', phone, tag)
  await tick('14:11:00')
  expect(phone.received).toHaveLength(3)
})
