import { beforeEach, describe, expect, test } from 'bun:test'
import { done, snooze } from '../../../src/calendar/reminders'
import { addBirthday, changeBirthday, removeBirthday } from '../../../src/features/birthdays/service'
import type { ReceiverDevice } from '../../support/push-receiver'
import { clearedStory, shown } from './story'

const story = clearedStory()
let ada: ReceiverDevice
let ben: ReceiverDevice
beforeEach(async () => {
  ada = await story.phone(story.cast.ada)
  ben = await story.phone(story.cast.ben)
})

const author = () => ({ memberId: story.cast.ada.id, key: null })
const born = async (reminder: 'none' | 'morning' | 'evening', date = '1950-11-20', name = 'Oma Hilde') =>
  (await addBirthday(story.ctx, author(), { name, date, reminder })).id
const tick = async (...times: string[]) => {
  for (const time of times) await story.tick(time)
}

// The household's clocks are an hour ahead.
const NINE = '2026-11-20T08:00:00Z'
const SIX_BEFORE = '2026-11-19T17:00:00Z'

describe('a birthday', () => {
  test('reminds at nine in the morning, every member once on each device, also after a restart', async () => {
    const id = await born('morning')
    await tick(SIX_BEFORE, '2026-11-20T07:59:59Z')
    expect(shown(ada)).toEqual([])
    await tick(NINE, '2026-11-20T08:00:30Z')
    await story.tick('2026-11-20T08:01:00Z', story.restarted())
    expect([shown(ada), shown(ben)]).toEqual([['🎂 Oma Hilde (76): Today'], ['🎂 Oma Hilde (76): Today']])
    const [{ payload, ttl }] = ada.received as [(typeof ada.received)[0]]
    const tag = `birthday-${id}@corkboard:${Date.parse('2026-11-20')}:birthday`
    expect(payload).toMatchObject({ url: '/day/2026-11-20', tag, time: null, place: null, people: [] })
    // Until midnight.
    expect(ttl).toBe(15 * 3600)
  })

  test('or the evening before, at six', async () => {
    await born('evening', '--11-20')
    await tick(SIX_BEFORE, '2026-11-19T17:00:30Z', NINE)
    expect(shown(ada)).toEqual(['🎂 Oma Hilde: Tomorrow'])
  })

  test('of a leap day on the 28th, and not at all without being asked for', async () => {
    await born('morning', '2020-02-29', 'Lea')
    await born('none', '2020-02-28', 'Tom')
    await born('morning', '2027-02-28', 'Unborn until tomorrow')
    await tick('2027-02-28T08:00:00Z', '2027-03-01T08:00:00Z')
    expect(shown(ada).toSorted()).toEqual(['🎂 Lea (7): Today', '🎂 Unborn until tomorrow: Today'])
  })

  test('is nothing for whoever wants to hear of nothing shared, and speaks each one’s language', async () => {
    await story.wants(story.cast.ada, { shared: [] })
    await story.wants(story.cast.ben, { language: 'de' })
    await born('morning')
    await tick(NINE)
    expect([shown(ada), shown(ben)]).toEqual([[], ['🎂 Oma Hilde (76): Heute']])
  })
})

describe('one that waits', () => {
  beforeEach(() => story.wants(story.cast.ada, { quietHours: { start: '17:00', end: '07:00' } }))

  test('for the end of quiet hours is lost when its evening is over by then', async () => {
    await born('evening')
    await tick(SIX_BEFORE, '2026-11-20T06:00:00Z')
    expect([shown(ada), shown(ben)]).toEqual([[], ['🎂 Oma Hilde (76): Tomorrow']])
  })

  test('comes when they end on the same evening, about the birthday as it is then', async () => {
    await story.wants(story.cast.ada, { quietHours: { start: '17:00', end: '20:00' } })
    const id = await born('evening')
    await tick(SIX_BEFORE)
    await changeBirthday(story.ctx, author(), id, { name: 'Oma' })
    await tick('2026-11-19T19:00:00Z')
    expect(shown(ada)).toEqual(['🎂 Oma (76): Tomorrow'])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['was removed', (id) => removeBirthday(story.ctx, author(), id)],
    ['is on another day', (id) => changeBirthday(story.ctx, author(), id, { date: '1950-11-21' })],
    ['is not to remind any more', (id) => changeBirthday(story.ctx, author(), id, { reminder: 'none' })],
  ])('ends in silence for one that %s', async (_, change) => {
    await story.wants(story.cast.ada, { quietHours: { start: '17:00', end: '20:00' } })
    const id = await born('evening')
    await tick(SIX_BEFORE)
    await change(id)
    await tick('2026-11-19T19:00:00Z')
    expect([shown(ada), (await story.ledger()).toSorted()]).toEqual([[], ['done', 'sent']])
  })

  test('can be snoozed and done with', async () => {
    const id = await born('morning')
    await tick(NINE)
    const tag = `birthday-${id}@corkboard:${Date.parse('2026-11-20')}:birthday`
    await snooze(story.ctx, story.cast.ada.id, tag, ada.endpoint)
    await tick('2026-11-20T08:10:30Z')
    expect(shown(ada)).toEqual(['🎂 Oma Hilde (76): Today', '🎂 Oma Hilde (76): Today'])
    await done(story.ctx, story.cast.ben.id, tag)
    expect((await story.ledger()).toSorted()).toEqual(['done', 'sent'])
  })
})
