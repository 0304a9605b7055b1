import { beforeEach, describe, expect, test } from 'bun:test'
import { collectAdditions, pruneAdditions } from '../../../src/calendar/reminders/list-additions'
import { addDisplayItem } from '../../../src/features/lists/display-items'
import { displayLists, displays, listAdditions, listNotices, lists } from '../../../src/platform/db/schema'
import { ask, cookieFor, type Member } from '../../support/cast'
import type { ReceiverDevice } from '../../support/push-receiver'
import { clearedStory, shown, zone } from './story'

const story = clearedStory()
let adas: ReceiverDevice
let bens: ReceiverDevice
let cleos: ReceiverDevice
let listId: number
beforeEach(async () => {
  story.household.clock.set('2026-11-20T12:00:00Z')
  await story.household.ctx.db.delete(lists)
  const { ada, ben, cleo } = story.cast
  adas = await story.phone(ada)
  bens = await story.phone(ben)
  cleos = await story.phone(cleo)
  listId = (await say<{ id: number }>(ada, 'POST /api/lists', { name: 'Groceries' })).id
})

async function say<T = { id: number }>(who: Member, request: string, body: object): Promise<T> {
  const answer = await ask<T>(story.household, who, request, body)
  if (answer.status >= 300) throw new Error(`${request}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const listen = (who: Member, on = true) => say(who, `PUT /api/lists/${listId}/notices`, { on })
const add = (who: Member, ...texts: string[]) =>
  texts.length === 1
    ? say(who, `POST /api/lists/${listId}/items`, { text: texts[0] })
    : say(who, `POST /api/lists/${listId}/items/batch`, { items: texts.map((text) => ({ text })) })
const at = (time: string) => story.household.clock.set(`2026-11-20T${time}Z`)
const tick = async (...times: string[]) => {
  for (const time of times) await story.tick(`2026-11-20T${time}Z`)
}

describe('what others add to a list is told', () => {
  test('once, two minutes after the first of it, all in one', async () => {
    const { ada, ben } = story.cast
    await listen(ada)
    await add(ben, 'Milk')
    at('12:01:30')
    await add(ben, 'Eggs', 'Bread')
    await tick('12:01:59')
    expect(shown(adas)).toEqual([])
    await tick('12:02:00', '12:02:30', '12:03:00')
    expect(adas.received.map(({ payload, ttl }) => ({ payload, ttl }))).toEqual([
      {
        payload: {
          title: 'Ben added 3 things to Groceries',
          body: 'Milk, Eggs, Bread',
          url: `/lists/${listId}`,
          tag: expect.stringMatching(/^added:\d+$/),
        },
        ttl: 86_400,
      },
    ])
    at('12:10:00')
    await add(ben, 'Tea')
    await tick('12:12:00')
    expect(shown(adas).slice(1)).toEqual(['Ben added Tea to Groceries: '])
    // Who does not want to hear it hears nothing, nor does who did it.
    expect([shown(bens), shown(cleos)]).toEqual([[], []])
  })

  test('two minutes after the first that others have added, whatever one has added before', async () => {
    const { ada, ben } = story.cast
    await listen(ada)
    await add(ada, 'Salt')
    at('12:01:30')
    await add(ben, 'Milk')
    await tick('12:02:00', '12:03:29')
    expect(shown(adas)).toEqual([])
    await tick('12:03:30')
    expect(shown(adas)).toEqual(['Ben added Milk to Groceries: '])
  })

  test('by its names, to each what the others did, in their language', async () => {
    const { ada, ben, cleo } = story.cast
    for (const who of [ada, ben]) await listen(who)
    await story.wants(ada, { language: 'de' })
    await add(ben, 'Milch')
    await add(cleo, 'Brot')
    await add(ada, 'Salz')
    await tick('12:02:00')
    expect(shown(adas)).toEqual(['Ben und Cleo haben 2 Dinge auf „Groceries“ gesetzt: Milch, Brot'])
    expect(shown(bens)).toEqual(['Cleo and Ada added 2 things to Groceries: Brot, Salz'])
    await story.wants(ada, { language: 'de' })
    await add(ben, 'Tee')
    await tick('12:04:00')
    expect(shown(adas).slice(1)).toEqual(['Ben hat Tee auf „Groceries“ gesetzt: '])
  })

  test('by the names of lines that are read, but not what joins another', async () => {
    const { ada, ben } = story.cast
    await say(ada, `PATCH /api/lists/${listId}`, { kind: 'shopping' })
    await listen(ada)
    for (const text of ['2 l milk', '3 eggs', '1 l milk'])
      await say(ben, `POST /api/lists/${listId}/items`, { text, parse: true })
    await tick('12:02:00')
    expect(adas.received.map(({ payload: { title, body } }) => ({ title, body }))).toEqual([
      { title: 'Ben added 2 things to Groceries', body: 'milk, eggs' },
    ])
  })

  test('by nobody in particular where it was added on a display', async () => {
    const { ada, ben } = story.cast
    const { ctx } = story.household
    await listen(ada)
    const [display] = await ctx.db
      .insert(displays)
      .values({ name: 'Kitchen', canTick: true, canAdd: true, createdAt: ctx.now() })
      .$returningId()
    await ctx.db.insert(displayLists).values({ displayId: display!.id, listId })
    await addDisplayItem(ctx, display!.id, listId, { text: 'Milk' }, null)
    await tick('12:02:00')
    expect(shown(adas)).toEqual(['New on Groceries: Milk: '])
    await addDisplayItem(ctx, display!.id, listId, { text: 'Eggs' }, null)
    await add(ben, 'Tea')
    await tick('12:04:00')
    expect(shown(adas).slice(1)).toEqual(['New on Groceries: 2 things: Eggs, Tea'])
    await ctx.db.delete(displays)
  })

  test.each<[string, (ids: { milk: number; eggs: number }) => Promise<unknown>, string[]]>([
    [
      'was removed meanwhile',
      ({ milk }) => ask(story.household, story.cast.ben, `DELETE /api/list-items/${milk}`),
      ['Ben added Eggs to Groceries: '],
    ],
    [
      'is done meanwhile',
      ({ milk }) => say(story.cast.cleo, `PATCH /api/list-items/${milk}`, { checked: true }),
      ['Ben added Eggs to Groceries: '],
    ],
    ['is all gone', async () => story.household.ctx.db.delete(lists), []],
    ['was of no interest any more', () => listen(story.cast.cleo, false), []],
    [
      'was of no interest any more, and is again',
      async () => {
        await listen(story.cast.cleo, false)
        await listen(story.cast.cleo)
      },
      [],
    ],
    [
      'is in another list by now, which is private',
      async ({ milk, eggs }) => {
        const { ada } = story.cast
        const gifts = { name: 'Presents', isShared: false }
        const { id: toListId } = await say(ada, 'POST /api/lists', gifts)
        for (const item of [milk, eggs]) await say(ada, `PATCH /api/list-items/${item}`, { checked: true })
        await say(ada, `POST /api/lists/${listId}/move-checked`, { toListId })
        await say(ada, `PATCH /api/list-items/${milk}`, { checked: false })
        await say(ada, `PATCH /api/list-items/${milk}`, { text: 'A ring for Cleo' })
      },
      [],
    ],
    [
      'is in a list that was made private',
      () => say(story.cast.ada, `PATCH /api/lists/${listId}`, { isShared: false }),
      [],
    ],
    [
      'is in a list that was private for a moment',
      async () => {
        for (const isShared of [false, true]) await say(story.cast.ada, `PATCH /api/lists/${listId}`, { isShared })
      },
      [],
    ],
  ])('but nothing of what %s', async (_, happens, expected) => {
    const { ben, cleo } = story.cast
    await listen(cleo)
    const [milk, eggs] = [await add(ben, 'Milk'), await add(ben, 'Eggs')]
    await happens({ milk: milk.id, eggs: eggs.id })
    await tick('12:02:00', '12:03:00', '12:10:00')
    expect(shown(cleos)).toEqual(expected)
  })

  test('in the morning, in one, after the quiet hours of the member', async () => {
    const { ada, ben, cleo } = story.cast
    for (const who of [ada, cleo]) await listen(who)
    await story.wants(ada, { quietHours: { start: '22:00', end: '07:00' } })
    at('21:30:00')
    await add(ben, 'Milk')
    await tick('21:32:00')
    at('22:30:00')
    await add(ben, 'Eggs')
    await tick('22:32:00')
    await story.tick('2026-11-21T05:59:00Z')
    expect(shown(adas)).toEqual([])
    await story.tick('2026-11-21T06:00:00Z')
    await story.tick('2026-11-21T06:01:00Z')
    expect(shown(adas)).toEqual(['Ben added 2 things to Groceries: Milk, Eggs'])
    expect(shown(cleos)).toEqual(['Ben added Milk to Groceries: ', 'Ben added Eggs to Groceries: '])
  })

  test('but not after a day on which nobody told it', async () => {
    const { ada, ben } = story.cast
    await listen(ada)
    await add(ben, 'Milk')
    at('20:00:00')
    await add(ben, 'Eggs')
    await story.tick('2026-11-21T12:00:01Z')
    expect(shown(adas)).toEqual(['Ben added Eggs to Groceries: '])
  })

  test('also when it was added while the clock was ahead', async () => {
    const { ada, ben } = story.cast
    await listen(ada)
    story.household.clock.set('2027-11-20T12:00:00Z')
    await add({ ...ben, cookie: await cookieFor(story.household.ctx, ben.id) }, 'Milk')
    at('12:00:00')
    await add(ben, 'Eggs')
    await tick('12:02:00')
    expect(shown(adas)).toEqual(['Ben added 2 things to Groceries: Milk, Eggs'])
  })

  test('to each device of a member, and to none that is gone', async () => {
    const { ada, ben } = story.cast
    const tablet = await story.phone(ada)
    await listen(ada)
    adas.always = { status: 410 }
    await add(ben, 'Milk')
    await tick('12:02:00')
    at('12:10:00')
    await add(ben, 'Eggs')
    await tick('12:12:00')
    expect(shown(tablet)).toEqual(['Ben added Milk to Groceries: ', 'Ben added Eggs to Groceries: '])
    expect(adas.received).toHaveLength(1)
  })
})

describe('exactly once', () => {
  test('with two processes that tick at the same time', async () => {
    const { ada, ben } = story.cast
    await listen(ada)
    const others = [story.restarted(), story.restarted()]
    for (let minute = 0; minute < 20; minute += 4) {
      const clock = (at: number) => `12:${String(at).padStart(2, '0')}:00`
      at(clock(minute))
      await add(ben, `Thing ${minute}`)
      at(clock(minute + 2))
      await Promise.all([story.reminders, ...others].map((one) => one.remind()))
      await Promise.all([story.reminders, ...others].map((one) => one.settled()))
    }
    expect(shown(adas)).toEqual([0, 4, 8, 12, 16].map((minute) => `Ben added Thing ${minute} to Groceries: `))
    for (const other of others) await other.stop()
  })

  test('when the process ends between collecting and sending', async () => {
    const { ada, ben } = story.cast
    await listen(ada)
    await add(ben, 'Milk')
    at('12:02:00')
    await collectAdditions(story.ctx, zone('Europe/Berlin'))
    expect(shown(adas)).toEqual([])
    await tick('12:02:10', '12:03:00', '12:04:00')
    expect(shown(adas)).toEqual(['Ben added Milk to Groceries: '])
  })

  test('when the process stops while the push service is busy', async () => {
    const { ada, ben } = story.cast
    await listen(ada)
    await add(ben, 'Milk')
    adas.plans = [{ status: 503 }]
    const isPausing = Promise.withResolvers<void>()
    const leaving = story.restarted({
      pause: () => {
        isPausing.resolve()
        return new Promise(() => {})
      },
    })
    at('12:02:00')
    await leaving.remind()
    await isPausing.promise
    await leaving.stop()
    await tick('12:03:00', '12:04:00')
    // The one that was not taken, and the one that was.
    expect(shown(adas)).toHaveLength(2)
    expect(await story.ledger()).toEqual(['sent'])
  })

  test('whatever is added while it is collected comes in this or in the next', async () => {
    const { ada, ben, cleo } = story.cast
    await listen(ada)
    const texts: string[] = []
    for (let minute = 0; minute < 12; minute += 2) {
      story.household.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + minute * 60_000).toISOString())
      const adding = [ben, cleo].flatMap((who) =>
        Array.from({ length: 4 }, (_, index) => {
          texts.push(`${who.name}-${minute}-${index}`)
          return add(who, texts.at(-1)!)
        }),
      )
      await Promise.all([...adding, story.reminders.remind()])
    }
    await tick('12:20:00')
    const told = adas.received.flatMap(({ payload }) =>
      payload.body === '' ? [/added (\S+) to/.exec(payload.title)![1]!] : payload.body.split(', '),
    )
    expect(told.sort()).toEqual(texts.sort())
  })
})

test('where nobody listens nothing is noted, and what was noted goes after a week', async () => {
  const { ada, ben } = story.cast
  const { ctx } = story.household
  const noted = async () => (await ctx.db.select().from(listAdditions)).length
  await add(ben, 'Milk', 'Eggs')
  expect(await noted()).toBe(0)
  await listen(ada)
  await add(ben, 'Milk', 'Eggs')
  expect(await noted()).toBe(2)
  expect(await ctx.db.select().from(listNotices)).toHaveLength(1)
  story.household.clock.set('2026-11-27T12:00:00Z')
  expect(await pruneAdditions(ctx)).toBe(0)
  story.household.clock.set('2026-11-27T12:00:01Z')
  expect(await pruneAdditions(ctx)).toBe(2)
  await ctx.db.delete(lists)
})
