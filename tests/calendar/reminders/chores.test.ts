import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { done, snooze } from '../../../src/calendar/reminders'
import { listItems, lists, persons } from '../../../src/platform/db/schema'
import { ask, type Member } from '../../support/cast'
import type { ReceiverDevice } from '../../support/push-receiver'
import { clearedStory } from './story'

const story = clearedStory()
let bens: ReceiverDevice
let cleos: ReceiverDevice
let listId: number
beforeEach(async () => {
  story.household.clock.set('2026-11-20T06:00:00Z')
  await story.household.ctx.db.delete(lists)
  bens = await story.phone(story.cast.ben)
  cleos = await story.phone(story.cast.cleo)
  listId = await say(story.cast.ada, 'POST /api/lists', { name: 'House', kind: 'chores' })
})

/** Nine o'clock in Berlin. */
const NINE = '2026-11-20T08:00:00Z'

async function say(who: Member, request: string, body: object): Promise<number> {
  const answer = await ask<{ id: number }>(story.household, who, request, body)
  if (answer.status >= 300) throw new Error(`${request}: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}
const add = (more: object = {}) =>
  say(story.cast.ada, `POST /api/lists/${listId}/items`, { text: 'Bins', due: '2026-11-20', ...more })
const change = (id: number, body: object) => say(story.cast.ada, `PATCH /api/list-items/${id}`, body)
const tick = async (...times: string[]) => {
  for (const time of times) await story.tick(time)
}
const told = (device: ReceiverDevice) => device.received.map(({ payload }) => payload.title)

describe('a chore reminds', () => {
  test('at nine of its day, everybody who may read it, once', async () => {
    const id = await add()
    await tick('2026-11-20T07:59:59Z', NINE, '2026-11-20T08:00:30Z', '2026-11-20T08:01:00Z', '2026-11-21T08:00:00Z')
    expect(bens.received.map(({ payload, ttl }) => ({ payload, ttl }))).toEqual([
      {
        payload: {
          title: 'Bins',
          body: 'Due today · House',
          url: `/lists/${listId}`,
          tag: `item:${id}:2026-11-20`,
          time: null,
          place: null,
          people: [],
        },
        ttl: 15 * 3600,
      },
    ])
    expect(told(cleos)).toEqual(['Bins'])
  })

  test('at its time, those who are to do it, in their language', async () => {
    await story.wants(story.cast.cleo, { language: 'de' })
    await add({ dueTime: '18:30', assigneeIds: [story.cast.cleo.id] })
    await tick(NINE, '2026-11-20T17:30:00Z')
    expect(told(bens)).toEqual([])
    expect(cleos.received.map(({ payload }) => [payload.body, payload.time])).toEqual([['Heute dran · House', '18:30']])
  })

  test('whoever has the turn, and the next in the week after', async () => {
    const turns = { assigneeIds: [story.cast.ben.id, story.cast.cleo.id], rotates: true, repeat: { every: 'week' } }
    const id = await add(turns)
    await tick(NINE)
    expect([told(bens), told(cleos)]).toEqual([['Bins'], []])
    await change(id, { checked: true })
    await tick('2026-11-27T08:00:00Z')
    expect([told(bens), told(cleos)]).toEqual([['Bins'], ['Bins']])
  })

  test('those who look after a child that is to do it, by name; everybody where nobody does', async () => {
    const { ada, ben } = story.cast
    const leo = await say(ada, 'POST /api/people', { name: 'Leo', managerIds: [ben.id] })
    const mia = await say(ada, 'POST /api/people', { name: 'Mia' })
    await add({ personIds: [leo] })
    await tick(NINE)
    expect([told(bens), told(cleos)]).toEqual([['Bins'], []])
    expect(bens.received[0]!.payload.people).toEqual(['Leo'])
    await add({ text: 'Cat', personIds: [mia, leo], rotates: true, repeat: { every: 'day' }, dueTime: '09:10' })
    await tick('2026-11-20T08:10:00Z')
    expect([told(bens), told(cleos)]).toEqual([['Bins', 'Cat'], ['Cat']])
    expect(cleos.received[0]!.payload.people).toEqual(['Mia'])
    for (const id of [leo, mia]) await story.household.ctx.db.delete(persons).where(eq(persons.id, id))
  })

  test.each<[string, () => Promise<unknown>]>([
    ['is done', async () => change(await add(), { checked: true })],
    ['is moved to another day', async () => change(await add(), { due: '2026-11-22' })],
    ['is nothing of the day any more', async () => change(await add(), { due: null })],
    [
      'is in a list that is private now',
      async () => {
        await add()
        await say(story.cast.ada, `PATCH /api/lists/${listId}`, { isShared: false })
      },
    ],
    [
      'is gone',
      async () => {
        await add()
        await story.household.ctx.db.delete(listItems)
      },
    ],
  ])('nobody when it %s', async (_, happens) => {
    await happens()
    await tick(NINE)
    expect([told(bens), told(cleos)]).toEqual([[], []])
  })

  test('after quiet hours, those whom it still concerns', async () => {
    const { ben, cleo } = story.cast
    for (const who of [ben, cleo]) await story.wants(who, { quietHours: { start: '20:00', end: '10:00' } })
    const id = await add({ assigneeIds: [ben.id, cleo.id] })
    await add({ text: 'Late', dueTime: '22:00' })
    await tick(NINE)
    await change(id, { assigneeIds: [cleo.id] })
    await tick('2026-11-20T09:00:00Z', '2026-11-20T21:00:00Z', '2026-11-21T09:00:00Z')
    expect([told(bens), told(cleos)]).toEqual([[], ['Bins']])
  })

  test('at another time of its day alone, when it gets one while it waits', async () => {
    await story.wants(story.cast.ben, { quietHours: { start: '20:00', end: '10:00' } })
    const id = await add()
    await tick(NINE)
    await change(id, { dueTime: '18:00' })
    await tick('2026-11-20T09:00:00Z')
    expect(told(bens)).toEqual([])
    await tick('2026-11-20T17:00:00Z')
    expect(told(bens)).toEqual(['Bins'])
  })

  test('once more after it was snoozed shortly before midnight, and not much later', async () => {
    await add({ dueTime: '23:55' })
    await tick('2026-11-20T22:55:00Z')
    const again = () => snooze(story.household.ctx, story.cast.ben.id, bens.received[0]!.payload.tag, bens.endpoint)
    await again()
    await tick('2026-11-20T23:05:00Z')
    expect(told(bens)).toEqual(['Bins', 'Bins'])
    await again()
    await tick('2026-11-20T23:25:00Z')
    expect(told(bens)).toHaveLength(2)
  })

  test('once more after it was snoozed, and no more once somebody has it done', async () => {
    await add({ assigneeIds: [story.cast.ben.id] })
    await tick(NINE)
    const { tag } = bens.received[0]!.payload
    const { ctx } = story.household
    await snooze(ctx, story.cast.ben.id, tag, bens.endpoint)
    await tick('2026-11-20T08:10:00Z')
    expect(told(bens)).toEqual(['Bins', 'Bins'])
    await snooze(ctx, story.cast.ben.id, tag, bens.endpoint)
    await done(ctx, story.cast.ben.id, tag)
    await tick('2026-11-20T08:21:00Z')
    expect(told(bens)).toHaveLength(2)
  })
})

describe('the morning message', () => {
  const SEVEN = '2026-11-20T06:00:00Z'
  beforeEach(async () => {
    for (const who of [story.cast.ben, story.cast.cleo]) await story.wants(who, { morning: '07:00' })
  })
  const saidTo = (device: ReceiverDevice) => device.received.map(({ payload }) => [payload.title, payload.body])

  test('names what is due that day to whom it concerns: whose it is, by time among the events', async () => {
    const { ben, cleo } = story.cast
    await add({ text: 'Dishes', dueTime: '19:00', assigneeIds: [ben.id, cleo.id] })
    await add({ text: 'Cat', assigneeIds: [cleo.id, ben.id], rotates: true, repeat: { every: 'day' } })
    await add()
    await add({ text: 'Vacuum', due: '2026-11-21' })
    await add({ text: 'Plants', due: '2026-11-19' })
    const leo = await say(story.cast.ada, 'POST /api/people', { name: 'Leo', managerIds: [ben.id] })
    await add({ text: 'Desk', personIds: [leo] })
    await story.event('shared', null, { DTSTART: '20261120T170000Z', SUMMARY: 'Choir' })
    await tick(SEVEN)
    expect(saidTo(bens)).toEqual([['Today: 4 things', 'Bins\nDesk (Leo)\n18:00 Choir\n19:00 Dishes (Ben, Cleo)']])
    expect(saidTo(cleos)).toEqual([['Today: 4 things', 'Bins\nCat (Cleo)\n18:00 Choir\n19:00 Dishes (Ben, Cleo)']])
  })

  test('comes where a chore is all there is, in German, too, and not once it is done', async () => {
    await story.wants(story.cast.cleo, { language: 'de' })
    const id = await add({ assigneeIds: [story.cast.cleo.id] })
    await tick(SEVEN)
    expect(saidTo(bens)).toEqual([])
    expect(saidTo(cleos)).toEqual([['Heute: 1 Ding', 'Bins (Cleo)']])
    await snooze(story.ctx, story.cast.cleo.id, 'morning:2026-11-20', cleos.endpoint)
    await change(id, { checked: true })
    await tick('2026-11-20T06:10:00Z')
    expect(cleos.received).toHaveLength(1)
  })

  test('says nothing of a list that is private', async () => {
    await add()
    await say(story.cast.ada, `PATCH /api/lists/${listId}`, { isShared: false })
    await tick(SEVEN)
    expect([...saidTo(bens), ...saidTo(cleos)]).toEqual([])
  })
})
