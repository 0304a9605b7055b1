import { describe, expect, test } from 'bun:test'
import { fetchDue } from '../../../src/calendar/feeds/fetch-due'
import type { Subscription } from '../../../src/features/subscriptions/model'
import { calendars, subscriptions } from '../../../src/platform/db/schema'
import { ask, type Member, seatedCast } from '../../support/cast'
import { answerTagged, answerWith, feedEvent, feedOf, startFeedServer } from '../../support/feed-server'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const WEEK = 'start=2026-11-30&end=2026-12-07'

const feeds = opened(startFeedServer)
const household = opened(() => openHousehold({ env: { SUBSCRIPTIONS_ALLOW: feeds.host } }))
const cast = seatedCast(household, { anew: true })

interface Shown {
  title: string
  color: string
  calendarId: number
  readOnly?: boolean
}

async function eventsOf(member: Member, more = ''): Promise<Shown[]> {
  const { body } = await ask<{ occurrences: Shown[] }>(household, member, `GET /api/events?${WEEK}${more}`)
  return body.occurrences
}
const titlesOf = async (member: Member, more = '') => (await eventsOf(member, more)).map(({ title }) => title)

async function subscribe(member: Member, body: object): Promise<Subscription> {
  const { status, body: subscription } = await ask<Subscription>(household, member, 'POST /api/subscriptions', body)
  expect(status).toBe(201)
  return subscription
}
const listed = async (member: Member) =>
  (await ask<{ subscriptions: Subscription[] }>(household, member, 'GET /api/subscriptions')).body.subscriptions

describe('a subscription', () => {
  test('is read, shown read-only in its colour, changed and ended', async () => {
    const { ben, cleo } = cast
    const text = feedOf([feedEvent()], 'NAME:Football club\nCOLOR:tomato')
    const url = feeds.at('club.ics?key=hidden', answerTagged(text, '"1"'))
    const made = await subscribe(ben, { url })
    expect(made).toMatchObject({
      kind: 'feed',
      url: `http://${feeds.host}/…`,
      displayName: feeds.host,
      visibility: 'private',
      holidays: null,
      state: 'pending',
      reason: null,
      lastGoodAt: null,
      lastTriedAt: null,
    })
    await fetchDue(household.ctx)
    const at = household.clock.now().toISOString()
    const [read] = await listed(ben)
    const good = { state: 'ok', lastGoodAt: at, lastTriedAt: at, displayName: 'Football club', color: '#FF6347' }
    expect(read).toEqual({ ...made, ...good } as Subscription)
    expect(await eventsOf(ben)).toMatchObject([
      { title: 'Practice', calendarId: made.calendarId, color: '#FF6347', readOnly: true },
    ])
    expect(await ask(household, ben, 'GET /api/events/writable-calendars')).toMatchObject({ body: { calendars: [] } })
    const edit = { title: 'x', allDay: true, start: '2026-12-01', end: '2026-12-01' }
    expect(await ask(household, ben, 'PATCH /api/events/uid-1/edit', edit)).toMatchObject({ status: 403 })
    expect(await ask(household, ben, 'DELETE /api/events/uid-1')).toMatchObject({ status: 403 })

    expect(await listed(cleo)).toEqual([])
    const path = `/api/subscriptions/${made.id}`
    for (const request of [`PATCH ${path}`, `DELETE ${path}`, `POST ${path}/refresh`]) {
      expect(await ask(household, cleo, request, { visibility: 'household' })).toMatchObject({ status: 404 })
    }
    expect(await titlesOf(cleo, '&household=true')).toEqual([])
    const change = { visibility: 'household', displayName: 'Club', color: '#abcdef' }
    expect(await ask(household, ben, `PATCH ${path}`, change)).toMatchObject({
      body: { ...read, visibility: 'household', displayName: 'Club', color: '#ABCDEF' },
    })
    expect(await titlesOf(cleo, '&household=true')).toEqual(['Practice'])
    expect(await titlesOf(cleo)).toEqual([])

    // A name of one's own stays, whatever the feed says.
    feeds.at('club.ics?key=hidden', answerTagged(text.replace('Practice', 'Match'), '"2"'))
    expect(await ask(household, ben, `POST ${path}/refresh`)).toMatchObject({ status: 202, body: { ok: true } })
    await fetchDue(household.ctx)
    expect(await titlesOf(ben)).toEqual(['Match'])
    expect(await listed(ben)).toMatchObject([{ displayName: 'Club', color: '#ABCDEF' }])

    expect(await ask(household, ben, `DELETE ${path}`)).toMatchObject({ status: 200, body: { id: made.id } })
    expect(await titlesOf(ben)).toEqual([])
    expect(await listed(ben)).toEqual([])
    expect(household.logLines.join('\n')).not.toContain('hidden')
  })

  test('of public holidays needs no network', async () => {
    const { ben } = cast
    const made = await subscribe(ben, { holidays: { country: 'DE', region: 'BY' }, displayName: 'Feiertage' })
    expect(made).toMatchObject({ kind: 'holidays', url: null, holidays: { country: 'DE', region: 'BY' } })
    await fetchDue(household.ctx)
    const { body } = await ask<{ occurrences: Shown[] }>(
      household,
      ben,
      'GET /api/events?start=2027-01-01&end=2027-01-31',
    )
    expect(body.occurrences.map(({ title }) => title)).toEqual(["New Year's Day", 'Epiphany'])
    expect(body.occurrences).toMatchObject([{ readOnly: true, calendarName: 'Feiertage' }, {}])
  })

  test.each([
    ['screens', 'PATCH /api/me/preferences'],
    ['messages, where screens have none of their own', 'PATCH /api/me/reminders'],
  ])('of public holidays follows its member’s language, of %s', async (_, request) => {
    const { ben } = cast
    await subscribe(ben, { holidays: { country: 'DE', region: 'BY' } })
    await fetchDue(household.ctx)
    const read = async () => {
      await fetchDue(household.ctx)
      const { body } = await ask<{ occurrences: Shown[] }>(
        household,
        ben,
        'GET /api/events?start=2027-01-01&end=2027-01-02',
      )
      return [(await listed(ben))[0]?.displayName, ...body.occurrences.map(({ title }) => title)]
    }
    expect(await read()).toEqual(['Public holidays: Bayern', "New Year's Day"])
    const { promise: isAsked, resolve } = Promise.withResolvers<void>()
    household.ctx.signals.subscriptions = resolve
    expect((await ask(household, ben, request, { language: 'de' })).status).toBe(200)
    await isAsked
    expect(await read()).toEqual(['Feiertage: Bayern', 'Neujahr'])
  })

  test('of public holidays is everybody’s for whoever looks at the household', async () => {
    const { ben, cleo } = cast
    await subscribe(ben, { holidays: { country: 'DE' }, visibility: 'household' })
    const fed = await subscribe(ben, { url: feeds.at('a', answerWith(feedOf([feedEvent()]))), visibility: 'household' })
    await fetchDue(household.ctx)
    const read = async (who: Member) => {
      const request = 'GET /api/events?start=2026-12-01&end=2027-01-02&household=true'
      const { body } = await ask<{ occurrences: { calendarId: number; holiday?: true }[] }>(household, who, request)
      return body.occurrences.map(({ calendarId, holiday }) => [calendarId === fed.calendarId, holiday])
    }
    const [event, holiday] = [
      [true, undefined],
      [false, true],
    ]
    expect(await read(cleo)).toEqual([event, holiday, holiday, holiday])
    expect(await read(ben)).toEqual(await read(cleo))
  })

  test('that cannot be read keeps what was good, and says why', async () => {
    const { ben } = cast
    const url = feeds.at('a', answerWith(feedOf([feedEvent()])))
    const { id } = await subscribe(ben, { url, displayName: 'A' })
    await fetchDue(household.ctx)
    feeds.at('a', answerWith('<html>Sorry</html>'))
    await ask(household, ben, `POST /api/subscriptions/${id}/refresh`)
    await fetchDue(household.ctx)
    expect(await listed(ben)).toMatchObject([{ state: 'failing', reason: 'not-calendar' }])
    expect(await titlesOf(ben)).toEqual(['Practice'])
  })

  test('is refused for what can be no feed', async () => {
    const { ben } = cast
    const refused = async (body: object) => (await ask(household, ben, 'POST /api/subscriptions', body)).status
    expect(await refused({ url: 'ftp://example.org/a' })).toBe(400)
    expect(await refused({ url: 'file:///etc/passwd' })).toBe(400)
    expect(await refused({})).toBe(400)
    expect(await refused({ url: 'https://example.org/', holidays: { country: 'DE' } })).toBe(400)
    expect(await refused({ holidays: { country: 'XX' } })).toBe(400)
    for (const host of [
      '127.0.0.1',
      '169.254.169.254',
      '10.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
    ]) {
      expect([host, await refused({ url: `http://${host}:1/a` })]).toEqual([host, 422])
    }
    expect(await refused({ url: `webcal://${feeds.host}/a` })).toBe(201)
    expect(await listed(ben)).toMatchObject([{ url: `http://${feeds.host}/…` }])
  })

  test('is previewed without being stored', async () => {
    const { ben } = cast
    const events = [1, 2, 3, 4, 5, 6].map((day) =>
      feedEvent({ uid: `day-${day}`, title: `Day ${day}`, start: `;VALUE=DATE:2026120${day}` }),
    )
    const url = feeds.at(
      'preview',
      answerWith(feedOf([...events, feedEvent({ start: ':20200101T100000Z' })], 'X-WR-CALNAME:Bins')),
    )
    const { status, body } = await ask(household, ben, 'POST /api/subscriptions/preview', { url })
    expect([status, body]).toEqual([
      200,
      {
        name: 'Bins',
        color: null,
        total: 7,
        events: [1, 2, 3, 4, 5].map((day) => ({
          title: `Day ${day}`,
          start: `2026-12-0${day}`,
          end: `2026-12-0${day + 1}`,
          allDay: true,
        })),
      },
    ])
    const bad = feeds.at('html', answerWith('<html>'))
    expect(await ask(household, ben, 'POST /api/subscriptions/preview', { url: bad })).toMatchObject({ status: 422 })
    expect(await listed(ben)).toEqual([])
  })

  test('is previewed one at a time by one member, who holds up nobody else', async () => {
    const { ben, cleo } = cast
    const { promise: goOn, resolve: mayGoOn } = Promise.withResolvers<void>()
    const first = Promise.withResolvers<void>()
    let asked = 0
    const held = feeds.at('held', async (wire, head) => {
      asked++
      first.resolve()
      await goOn
      await answerWith(feedOf([feedEvent()]))(wire, head)
    })
    const preview = async (who: Member, url: string) =>
      (await ask(household, who, 'POST /api/subscriptions/preview', { url })).status
    const both = [preview(ben, held), preview(ben, held)]
    await first.promise
    const url = feeds.at('quick', answerWith(feedOf([feedEvent()])))
    for (let time = 0; time < 2; time++) expect(await preview(cleo, url)).toBe(200)
    expect(asked).toBe(1)
    mayGoOn()
    expect(await Promise.all(both)).toEqual([200, 200])
    expect(asked).toBe(2)
  })

  test('is previewed with what comes next, however far away that is', async () => {
    const soon = feedEvent({ uid: 'soon', title: 'Soon' })
    const games = [2028, 2032, 2036].map((year) =>
      feedEvent({ uid: `games-${year}`, title: `Games ${year}`, start: `;VALUE=DATE:${year}0714` }),
    )
    const eclipse = feedEvent({ uid: 'eclipse', title: 'Eclipse', start: ':20590605T220000Z' })
    const url = feeds.at('rare', answerWith(feedOf([eclipse, ...games, soon])))
    const { body } = await ask<{ total: number; events: { title: string }[] }>(
      household,
      cast.ben,
      'POST /api/subscriptions/preview',
      { url },
    )
    expect([body.total, body.events.map(({ title }) => title)]).toEqual([
      5,
      ['Soon', 'Games 2028', 'Games 2032', 'Games 2036', 'Eclipse'],
    ])
  })

  test('is previewed as what of it can be read, and refused as a subscription to it would fail', async () => {
    const { ben } = cast
    const bad = feedEvent({ uid: 'bad', start: ':garbage' })
    const dup = feedEvent({ uid: 'dup', title: 'Good', start: ':20261203T100000Z' })
    const unended = feedEvent({ uid: 'unended' }).replace('\r\nEND:VEVENT', '')
    const preview = async (name: string, components: readonly string[]) => {
      const url = feeds.at(name, answerWith(feedOf(components)))
      const { status, body } = await ask<{ total?: number; error?: string; events?: { title: string }[] }>(
        household,
        ben,
        'POST /api/subscriptions/preview',
        { url },
      )
      const { id } = await subscribe(ben, { url })
      await fetchDue(household.ctx)
      const { state, reason } = (await listed(ben)).find((one) => one.id === id)!
      await ask(household, ben, `DELETE /api/subscriptions/${id}`)
      return { status, says: body.error ?? body.total, titles: body.events?.map(({ title }) => title), state, reason }
    }
    const refused = {
      status: 422,
      says: 'unreadable',
      titles: undefined,
      state: 'failing',
      reason: 'unreadable',
    } as const
    expect(await preview('bad', [bad])).toEqual(refused)
    expect(await preview('bads', [bad, feedEvent({ uid: 'worse', start: ':never' })])).toEqual(refused)
    expect(await preview('unended', [unended])).toEqual(refused)
    const read = { status: 200, state: 'ok', reason: null } as const
    expect(await preview('some', [bad, dup, unended])).toEqual({ ...read, says: 1, titles: ['Good'] })
    expect(await preview('version', [dup, bad.replace('UID:bad', 'UID:dup')])).toEqual({
      ...read,
      says: 1,
      titles: ['Good'],
    })
    expect(await preview('none', [])).toEqual({ ...read, says: 0, titles: [] })
  })

  test('is made, changed and ended once, however often that is sent', async () => {
    const { ben } = cast
    const send = (request: string, key: string, body?: object) =>
      ask<Subscription>(household, ben, request, body, { 'idempotency-key': key })
    const twice = async (request: string, key: string, body?: object) => {
      const [first, second] = [await send(request, key, body), await send(request, key, body)]
      expect([second.status, second.body]).toEqual([first.status, first.body])
      return first
    }
    const { body } = await twice('POST /api/subscriptions', 'made', { holidays: { country: 'DE' } })
    expect(await listed(ben)).toHaveLength(1)
    const path = `/api/subscriptions/${body.id}`
    expect(await send('POST /api/subscriptions', 'made', { holidays: { country: 'AT' } })).toMatchObject({
      status: 422,
    })
    await send(`PATCH ${path}`, 'named', { displayName: 'One' })
    await send(`PATCH ${path}`, 'renamed', { displayName: 'Two' })
    expect(await send(`PATCH ${path}`, 'named', { displayName: 'One' })).toMatchObject({ body: { displayName: 'Two' } })
    expect(await twice(`DELETE ${path}`, 'ended')).toMatchObject({ status: 200, body: { id: body.id } })
  })

  test('is changed while one connection is left', async () => {
    const { ben } = cast
    const { id, calendarId } = await subscribe(ben, { holidays: { country: 'DE' } })
    const { $client } = household.ctx.db
    const taken = await Promise.all(Array.from({ length: 9 }, () => $client.getConnection()))
    try {
      const change = { displayName: 'Feiertage', visibility: 'household' }
      expect(await ask(household, ben, `PATCH /api/subscriptions/${id}`, change)).toMatchObject({
        status: 200,
        body: { calendarId, ...change },
      })
    } finally {
      for (const connection of taken) connection.release()
    }
  })

  test('is one of at most three hundred', async () => {
    const { ben, cleo } = cast
    const rows = Array.from({ length: 300 }, (_, index) => ({ userId: ben.id, url: `subscription:${index}` }))
    const shown = { source: 'holidays', displayName: 'DE', color: '#000000', writable: false } as const
    const { db, now } = household.ctx
    const made = await db
      .insert(calendars)
      .values(rows.map((row) => ({ ...row, ...shown })))
      .$returningId()
    const ofBen = { userId: ben.id, country: 'DE', nextFetchAt: new Date(now().getTime() + 3_600_000) }
    await db.insert(subscriptions).values(made.map(({ id }) => ({ ...ofBen, calendarId: id })))
    const body = { holidays: { country: 'DE' } }
    expect(await ask(household, ben, 'POST /api/subscriptions', body)).toMatchObject({ status: 409 })
    expect(await ask(household, cleo, 'POST /api/subscriptions', body)).toMatchObject({ status: 201 })
  })
})
