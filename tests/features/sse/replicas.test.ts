import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { openReplicaBus } from '../../../src/platform/bus/replica-bus'
import { announcements, listItems } from '../../../src/platform/db/schema'
import { createLog } from '../../../src/platform/log'
import { type BusServer, BusServer as Servers, whyNoBus } from '../../support/bus-server'
import { ask, cookieFor, type Member, seatedCast } from '../../support/cast'
import { watchStalls } from '../../support/event-loop'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { openReplica, type Replica } from '../../support/replica'
import { listenToStatements } from '../../support/statements'
import { pairedDisplay } from '../displays/kitchen'
import { shopping } from '../lists/shopping'
import { Listening, until } from './listening'

const NOON = '2026-11-20T12:00:00.000Z'
const NOON_MS = Date.parse(NOON)
/** What the others have to hear of within a second, on a machine that does other things too. */
const SOON_MS = 3_000

const household = opened(() => openHousehold({ at: NOON }))
const cast = seatedCast(household)
const shop = shopping(household)
let open: Listening[] = []
let replicas: Replica[] = []
afterEach(async () => {
  household.clock.set(NOON)
  await Promise.all(open.map((listening) => listening.leave()))
  await Promise.all(replicas.map((replica) => replica.close()))
  open = []
  replicas = []
})

function replica(busUrl: string | null = null): Replica {
  const another = openReplica(household, { busUrl })
  replicas.push(another)
  return another
}

async function hear({ app }: Pick<Replica, 'app'>, who: Pick<Member, 'cookie'>, path: string, lastEventId?: string) {
  const headers = { cookie: who.cookie, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  const listening = new Listening(await app.handle(new Request(`http://localhost/api/sse/${path}`, { headers })))
  open.push(listening)
  return listening.opened()
}

const textsIn = ({ frames }: Listening) => frames.flatMap(({ data }) => (data.payload as { text?: string }).text ?? [])

/** What a stream has heard by the time that it hears of this. */
async function heardUntil(listening: Listening, last: string): Promise<string[]> {
  await until(last, () => textsIn(listening).includes(last))
  return textsIn(listening)
}

describe('two processes without a bus', () => {
  test('what one writes the streams of both hear, once, in order, within a second', async () => {
    const other = replica()
    const { id } = await shop.create(cast.ada)
    const [here, there] = [await hear(household, cast.ben, 'lists'), await hear(other, cast.ben, 'lists')]
    const texts = ['Milk', 'Bread', 'Eggs', 'Salt']
    for (const text of texts) await shop.add(cast.ada, id, text)
    const written = performance.now()
    const stalls = watchStalls()
    expect(await heardUntil(there, 'Salt')).toEqual(texts)
    expect(performance.now() - written).toBeLessThan(SOON_MS + stalls.stop())
    expect(textsIn(here)).toEqual(texts)
    await other.ctx.relay.looked()
    expect([textsIn(here), textsIn(there)]).toEqual([texts, texts])
  })

  test('each tells the other, and nobody who may not read the list', async () => {
    const other = replica()
    const { id } = await shop.create(cast.ada, { name: 'Presents', isShared: false })
    const [ada, ben] = [await hear(other, cast.ada, 'lists'), await hear(other, cast.ben, 'lists')]
    await shop.add(cast.ada, id, 'A secret')
    const shared = await shop.create(cast.ada)
    await shop.add(cast.ada, shared.id, 'Known to all')
    expect(await heardUntil(ada, 'Known to all')).toEqual(['A secret', 'Known to all'])
    expect(await heardUntil(ben, 'Known to all')).toEqual(['Known to all'])
    const here = await hear(household, cast.ben, 'lists')
    await ask(other, cast.ada, `POST /api/lists/${shared.id}/items`, { text: 'From there' })
    expect(await heardUntil(here, 'From there')).toEqual(['From there'])
  })

  test('nothing that people have written stands in what is announced', async () => {
    const { id } = await shop.create(cast.ada, { name: 'A name of a list' })
    await shop.add(cast.ada, id, 'A text of an item')
    const bodies = (await household.ctx.db.select().from(announcements)).map(({ body }) => body).join('')
    expect(bodies).toContain('item:added')
    expect(bodies).not.toContain('A text of an item')
    expect(bodies).not.toContain('A name of a list')
  })

  test('an item that is gone before the others look is told as gone alone', async () => {
    const other = replica()
    const { id: listId } = await shop.create(cast.ada)
    const there = await hear(other, cast.ben, 'lists')
    const { ctx } = other
    const { id } = await shop.add(cast.ada, listId, 'Short-lived')
    await shop.remove(cast.ada, id)
    await ctx.relay.looked()
    await shop.add(cast.ada, listId, 'Last')
    await heardUntil(there, 'Last')
    expect(there.frames.filter(({ event }) => event === 'item:deleted')).toHaveLength(1)
  })

  test('whoever has signed out there ends the streams here, and no other', async () => {
    const other = replica()
    const [phone, laptop] = [
      { cookie: await cookieFor(household.ctx, cast.ada.id) },
      { cookie: await cookieFor(household.ctx, cast.ada.id) },
    ]
    const [left, stays] = [await hear(household, phone, 'lists'), await hear(household, laptop, 'lists')]
    await ask(other, phone, 'POST /api/auth/local/logout')
    await until('the stream to end', () => left.hasEnded)
    expect(stays.hasEnded).toBe(false)
  })

  test('a token that was revoked there ends its streams here', async () => {
    const other = replica()
    const body = { name: 'Watch', scope: 'read' }
    const made = await ask<{ id: number; token: string }>(household, cast.ada, 'POST /api/me/tokens', body)
    const { id, token } = made.body
    const headers = { authorization: `Bearer ${token}` }
    const watch = new Listening(await household.app.handle(new Request('http://localhost/api/sse/events', { headers })))
    open.push(await watch.opened())
    const stays = await hear(household, cast.ada, 'events')
    expect((await ask(other, cast.ada, `DELETE /api/me/tokens/${id}`)).status).toBe(200)
    await until('the stream to end', () => watch.hasEnded)
    expect(stays.hasEnded).toBe(false)
  })

  test('a display hears of its list from there, and ends when it is removed there', async () => {
    const other = replica()
    const list = await shop.create(cast.ada)
    const { display, cookie } = await pairedDisplay(household, cast, { listIds: [list.id] })
    const request = new Request('http://localhost/api/display/sse', { headers: { cookie } })
    const wall = await new Listening(await household.app.handle(request)).opened()
    open.push(wall)
    await ask(other, cast.ada, `POST /api/lists/${list.id}/items`, { text: 'Milk' })
    expect(await heardUntil(wall, 'Milk')).toEqual(['Milk'])
    await ask(other, cast.ada, `DELETE /api/admin/displays/${display.id}`)
    await until('the stream to end', () => wall.hasEnded)
  })

  test('what a process has committed before it died is told by the others', async () => {
    const dying = replica()
    const { id } = await shop.create(cast.ada)
    const there = await hear(household, cast.ben, 'lists')
    dying.ctx.relay.committed = () => {
      throw new Error('killed')
    }
    await ask(dying, cast.ada, `POST /api/lists/${id}/items`, { text: 'Last will' })
    expect(await heardUntil(there, 'Last will')).toEqual(['Last will'])
    expect(await household.ctx.db.$count(listItems, eq(listItems.listId, id))).toBe(1)
  })

  test('while nobody listens nobody looks', async () => {
    const other = replica()
    const listening = await hear(other, cast.ben, 'lists')
    await listening.leave()
    const { id } = await shop.create(cast.ada)
    await shop.add(cast.ada, id, 'Unheard')
    const later = await hear(other, cast.ben, 'lists')
    await shop.add(cast.ada, id, 'Heard')
    expect(await heardUntil(later, 'Heard')).toEqual(['Heard'])
  })
})

describe('a stream that comes back', () => {
  test('hears what it has missed, and then the rest', async () => {
    const { id } = await shop.create(cast.ada)
    const first = await hear(household, cast.ben, 'lists')
    await shop.add(cast.ada, id, 'Heard')
    await heardUntil(first, 'Heard')
    const { id: lastId } = first.frames.at(-1)!
    expect(lastId).toBe(`${id}-${NOON_MS}`)
    await first.leave()
    household.clock.advance(60_000)
    await shop.add(cast.ada, id, 'Missed')
    const again = await hear(replica(), cast.ben, 'lists', lastId)
    await heardUntil(again, 'Missed')
    await shop.add(cast.ada, id, 'Later')
    expect((await heardUntil(again, 'Later')).slice(-2)).toEqual(['Missed', 'Later'])
  })

  test.each([
    ['after six minutes', String(NOON_MS - 6 * 60_000)],
    ['with an id of another service', 'x-1'],
    ['from the future', `4-${NOON_MS + 60_000}`],
  ])('%s it is told to read everything anew', async (_, lastEventId) => {
    const again = await hear(household, cast.ben, 'lists', lastEventId)
    expect(await again.next()).toEqual({ event: 'reset', id: String(NOON_MS), data: { type: 'reset' } })
  })

  test('after more than a thousand announcements it is told to read everything anew', async () => {
    const { ctx } = household
    const body = ctx.relay.bodyOf([{ topic: 'calendar', calendarId: 1, readers: 'everyone', openId: null }])
    await ctx.db.insert(announcements).values(Array.from({ length: 1_001 }, () => ({ at: ctx.now(), body })))
    const again = await hear(household, cast.ben, 'events', String(NOON_MS))
    expect(await again.next()).toMatchObject({ event: 'reset' })
    await ctx.db.delete(announcements)
  })

  test('hears nothing of a list that it may not read any more', async () => {
    const { id } = await shop.create(cast.ada)
    await shop.add(cast.ada, id, 'While it was shared')
    await shop.setShared(cast.ada, id, false)
    const other = await shop.create(cast.ada)
    await shop.add(cast.ada, other.id, 'Still shared')
    const again = await hear(replica(), cast.ben, 'lists', String(NOON_MS))
    expect(await heardUntil(again, 'Still shared')).not.toContain('While it was shared')
  })

  test('hears nothing of what an item has become in a list that it may not read', async () => {
    const { id } = await shop.create(cast.ada)
    const { id: toListId } = await shop.create(cast.ada, { name: 'Presents', isShared: false })
    const item = await shop.add(cast.ada, id, 'A thing')
    await shop.change(cast.ada, item.id, { checked: true })
    await ask(household, cast.ada, `POST /api/lists/${id}/move-checked`, { toListId })
    await shop.change(cast.ada, item.id, { text: 'A ring for Ben' })
    await shop.add(cast.ada, id, 'Known to all')
    const again = await hear(replica(), cast.ben, 'lists', String(NOON_MS))
    expect(await heardUntil(again, 'Known to all')).not.toContain('A ring for Ben')
  })

  test('a hundred at once are told what they have missed by a few readings', async () => {
    const { id } = await shop.create(cast.ada)
    await shop.add(cast.ada, id, 'Missed by all')
    const statements = listenToStatements(household.ctx)
    const again = Array.from({ length: 100 }, () => household.ctx.relay.since(new Date(NOON_MS)))
    const told = await Promise.all(again)
    const readings = statements.filter((statement) => /from `announcements`/.test(statement))
    expect(readings.length).toBeLessThan(5)
    for (const missed of told)
      expect(missed?.at(-1)?.announcement).toMatchObject({ payload: { text: 'Missed by all' } })
  })

  test('the heartbeats that are counted begin anew', async () => {
    const again = await hear(household, cast.ben, 'heartbeat', '7')
    expect(await again.next()).toMatchObject({ event: 'heartbeat', id: '0' })
  })

  test('the stream of the calendars, too', async () => {
    const birthday = { name: 'Eve', date: '--04-12' }
    expect((await ask(household, cast.ada, 'POST /api/birthdays', birthday)).status).toBe(201)
    const again = await hear(household, cast.ben, 'events', String(NOON_MS))
    expect(await again.next()).toMatchObject({ event: 'calendar:changed' })
  })
})

describe.skipIf(whyNoBus !== null)('two processes with a bus', () => {
  let bus: BusServer
  beforeAll(async () => {
    bus = await Servers.start()
  })
  afterAll(() => bus?.kill())

  const said = ({ logLines }: Replica, message: string) => logLines.filter((line) => line.includes(message)).length
  const UP = 'the replica bus is up'
  const DOWN = 'the replica bus is down'

  test('are heard at once, also after the bus was down; it is said once', async () => {
    const [a, b] = [replica(bus.url), replica(bus.url)]
    await until('the bus', () => said(a, UP) === 1 && said(b, UP) === 1)
    const { id } = await shop.create(cast.ada)
    const there = await hear(a, cast.ben, 'lists')
    const add = (text: string) => ask(b, cast.ada, `POST /api/lists/${id}/items`, { text })

    const looks = countLooks(a)
    await add('Rung')
    await until('the bell', () => looks() > 0)
    await heardUntil(there, 'Rung')

    await bus.kill()
    await until('it to be missed', () => said(a, DOWN) === 1 && said(b, DOWN) === 1)
    await add('Without')
    await heardUntil(there, 'Without')
    await bus.start()
    await until('the bus again', () => said(a, UP) === 2 && said(b, UP) === 2)
    const before = looks()
    await add('Rung again')
    await until('the bell again', () => looks() > before)
    expect(await heardUntil(there, 'Rung again')).toEqual(['Rung', 'Without', 'Rung again'])
    expect([said(a, DOWN), said(b, DOWN)]).toEqual([1, 1])
  })

  test('one that rings hears not itself', async () => {
    const a = replica(bus.url)
    await until('the bus', () => said(a, UP) === 1)
    const looks = countLooks(a)
    const b = replica(bus.url)
    await until('the other', () => said(b, UP) === 1)
    const { id } = await shop.create(cast.ada)
    await ask(a, cast.ada, `POST /api/lists/${id}/items`, { text: 'Own' })
    await ask(b, cast.ada, `POST /api/lists/${id}/items`, { text: 'Of the other' })
    await until('the bell', () => looks() > 0)
    expect(looks()).toBe(1)
  })

  test('one that is frozen is given up, and taken up again', async () => {
    let rings = 0
    const log = createLog({ level: 'debug', format: 'json', write: () => {} })
    const options = { url: bus.url, channel: 'corkboard:frozen', log, onRing: () => rings++, beatEveryMs: 100 }
    const [bell, other] = [openReplicaBus(options), openReplicaBus({ ...options, onRing: () => {} })]
    // Who stands still for a beat gives a bus up that is well: what has been said so far cannot be counted.
    try {
      await until('both', () => bell.isUp && other.isUp)
      bus.freeze()
      await until('it to be missed', () => !bell.isUp && !other.isUp)
      bus.thaw()
      await until('both again', () => bell.isUp && other.isUp)
      const before = rings
      other.ring()
      await until('the bell', () => rings > before)
    } finally {
      bus.thaw()
      bell.close()
      other.close()
    }
  })

  test('nobody waits for one that is not there', async () => {
    const alone = replica('redis://:bus-password@127.0.0.1:1')
    const { id } = await shop.create(cast.ada)
    expect((await ask(alone, cast.ada, `POST /api/lists/${id}/items`, { text: 'Alone' })).status).toBe(201)
    await until('it to be missed', () => said(alone, DOWN) === 1)
  })
})

/** Counts the looks that the bell brings. */
function countLooks({ ctx }: Replica): () => number {
  let count = 0
  const { relay } = ctx
  const look = relay.look.bind(relay)
  relay.look = () => {
    count++
    look()
  }
  return () => count
}
