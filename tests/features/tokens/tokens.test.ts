import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { apiTokens, idempotencyKeys, members } from '../../../src/platform/db/schema'
import { ask, type Member, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { Listening, until } from '../sse/listening'

interface Listed {
  id: number
  name: string
  scope: string
  expires: string | null
  createdAt: string
  lastUsedAt: string | null
}

interface Created extends Listed {
  token: string
}

/** In Berlin, where the household lives, an hour later. */
const MORNING = '2026-12-02T08:00:00.000Z'
const household = opened(() => openHousehold({ at: MORNING }))
const cast = seatedCast(household, { anew: true })

const create = (who: Member, body: object, headers: Record<string, string> = {}) =>
  ask<Created>(household, who, 'POST /api/me/tokens', { name: 'Kitchen hub', scope: 'read', ...body }, headers)
const tokenOf = async (who: Member, body: object = {}) => (await create(who, body)).body.token
const listed = async (who: Member) =>
  (await ask<{ tokens: Listed[] }>(household, who, 'GET /api/me/tokens')).body.tokens
const withToken = (token: string, request: string, body?: unknown, headers: Record<string, string> = {}) =>
  ask(household, null, request, body, { authorization: `Bearer ${token}`, ...headers })

describe('a token', () => {
  test('is shown once, and stands nowhere but as its digest', async () => {
    const { status, body } = await create(cast.ben, { name: ' Kitchen hub ', scope: 'lists', expires: '2026-12-31' })
    expect(status).toBe(201)
    const shown = {
      id: expect.any(Number),
      name: 'Kitchen hub',
      scope: 'lists',
      expires: '2026-12-31',
      createdAt: MORNING,
      lastUsedAt: null,
    }
    expect(body).toEqual({ ...shown, token: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await listed(cast.ben)).toEqual([shown])
    expect(await listed(cast.cleo)).toEqual([])
    const rows = JSON.stringify([
      await household.ctx.db.select().from(apiTokens),
      await household.ctx.db.select().from(idempotencyKeys),
    ])
    expect(rows).not.toContain(body.token)
  })

  test('asks on behalf of its member, whatever cookie comes beside it', async () => {
    const token = await tokenOf(cast.ben, { scope: 'lists' })
    const added = await withToken(token, 'POST /api/lists', { name: 'Errands', isShared: false })
    expect(added).toMatchObject({ status: 201, body: { ownerId: cast.ben.id } })
    const asBoth = await ask<{ lists: object[] }>(household, cast.cleo, 'GET /api/lists', undefined, {
      authorization: `bearer ${token}`,
    })
    expect(asBoth.body.lists).toHaveLength(1)
  })

  test('that is unknown, revoked or past its day is 401, also beside a valid cookie', async () => {
    const day = await create(cast.ben, { expires: '2026-12-02' })
    const revoked = await create(cast.ben, {})
    expect((await ask(household, cast.cleo, `DELETE /api/me/tokens/${revoked.body.id}`)).status).toBe(404)
    const gone = await ask(household, cast.ben, `DELETE /api/me/tokens/${revoked.body.id}`)
    expect(gone).toMatchObject({ status: 200, body: { id: revoked.body.id } })
    const answers = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/html', 'sec-fetch-mode': 'navigate' }
      const alone = await ask(household, null, 'GET /api/lists', undefined, headers)
      const beside = await ask(household, cast.ben, 'GET /api/lists', undefined, headers)
      return [alone.status, beside.status]
    }
    for (const bad of [revoked.body.token, 'x'.repeat(43), 'short', '']) expect(await answers(bad)).toEqual([401, 401])
    // The household's day ends at 23:00 in UTC.
    household.clock.set('2026-12-02T22:59:59Z')
    expect(await answers(day.body.token)).toEqual([200, 200])
    household.clock.set('2026-12-02T23:00:00Z')
    expect(await answers(day.body.token)).toEqual([401, 401])
    // Another kind of authorization is a proxy's, and says nothing here.
    const basic = { authorization: 'Basic eDp5' }
    expect((await ask(household, cast.ben, 'GET /api/lists', undefined, basic)).status).toBe(200)
    household.clock.set(MORNING)
  })

  test.each(['9998-12-31', '9999-12-30', '9999-12-31'])('may end on %s, as who means never writes it', async (day) => {
    const { status, body } = await create(cast.ben, { expires: day })
    expect({ status, expires: body.expires }).toEqual({ status: 201, expires: day })
    household.clock.set('9998-12-31T12:00:00Z')
    expect((await withToken(body.token, 'GET /api/lists')).status).toBe(200)
    household.clock.set(MORNING)
    expect((await listed(cast.ben)).map(({ expires }) => expires)).toEqual([day])
  })

  test('goes with its member', async () => {
    const token = await tokenOf(cast.cleo)
    expect((await withToken(token, 'GET /api/lists')).status).toBe(200)
    await household.ctx.db.delete(members).where(eq(members.id, cast.cleo.id))
    expect((await withToken(token, 'GET /api/lists')).status).toBe(401)
  })

  test('tells when it was last used, to the minute', async () => {
    const token = await tokenOf(cast.ben)
    const use = async (at: string) => {
      household.clock.set(at)
      await withToken(token, 'GET /api/lists')
      return (await listed(cast.ben))[0]?.lastUsedAt
    }
    expect(await use('2026-12-02T09:00:00.000Z')).toBe('2026-12-02T09:00:00.000Z')
    expect(await use('2026-12-02T09:00:59.999Z')).toBe('2026-12-02T09:00:00.000Z')
    expect(await use('2026-12-02T09:01:00.000Z')).toBe('2026-12-02T09:01:00.000Z')
    household.clock.set(MORNING)
  })

  test('that is asked for twice with one key is one, and told again', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await create(cast.ben, {}, key)
    expect(await create(cast.ben, {}, key)).toMatchObject({ status: 201, body: first.body })
    expect((await create(cast.ben, { name: 'Another' }, key)).status).toBe(422)
    expect(await listed(cast.ben)).toHaveLength(1)
    expect((await withToken(first.body.token, 'GET /api/lists')).status).toBe(200)
  })

  test('is told again with its key when its day is over', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await create(cast.ben, { expires: '2026-12-02' }, key)
    household.clock.set('2026-12-02T23:00:00Z')
    expect(await create(cast.ben, { expires: '2026-12-02' }, key)).toMatchObject({ status: 201, body: first.body })
    expect((await create(cast.ben, { expires: '2026-12-02' })).status).toBe(400)
    household.clock.set(MORNING)
  })

  test('that cannot be is refused with the field and the rule', async () => {
    for (const [body, says] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ scope: 'admin' }, 'scope'],
      [{ expires: '2026-02-30' }, 'expires'],
      [{ expires: 'tomorrow' }, 'expires'],
      [{ expires: '2026-12-01' }, 'expires'],
    ] as const) {
      const { status, body: answer } = await create(cast.ben, body)
      expect({ body, status }).toEqual({ body, status: 400 })
      expect((answer as unknown as { error: string }).error).toStartWith(says)
    }
    expect((await create(cast.ben, { expires: null })).status).toBe(201)
  })
})

describe('a request with a token', () => {
  test('is no business of the rule against pages of other sites, which stands for cookies', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    const token = await tokenOf(cast.ben, { scope: 'lists' })
    expect((await withToken(token, 'POST /api/lists', { name: 'Errands' }, foreign)).status).toBe(201)
    const byCookie = await ask(household, cast.ben, 'POST /api/lists', { name: 'Errands' }, foreign)
    expect(byCookie.status).toBe(403)
    const beside = { ...foreign, authorization: 'Bearer unknown' }
    expect((await ask(household, cast.ben, 'POST /api/lists', { name: 'Errands' }, beside)).status).toBe(401)
    expect((await ask(household, cast.ben, 'GET /api/lists')).body).toMatchObject({ lists: [{ name: 'Errands' }] })
  })

  test('gets no cookie, and its log line names the member and never the token', async () => {
    const token = await tokenOf(cast.ben)
    household.logLines.length = 0
    const { headers } = await withToken(token, 'GET /api/lists')
    expect(headers.get('set-cookie')).toBeNull()
    await until('the line', () => household.logLines.length > 0)
    expect(household.logLines.join()).toContain(`"member":${cast.ben.id}`)
    expect(household.logLines.join()).not.toContain(token)
  })
})

describe('a stream that was opened with a token', () => {
  const listen = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await household.app.handle(new Request('http://localhost/api/sse/lists', { headers }))
    return new Listening(response).opened()
  }

  test('ends as the token is revoked, and no other does', async () => {
    const { body } = await create(cast.ben, {})
    const [revoked, other] = [await listen(body.token), await listen(await tokenOf(cast.ben))]
    await ask(household, cast.ben, `DELETE /api/me/tokens/${body.id}`)
    await until('its end', () => revoked.hasEnded)
    await withToken(await tokenOf(cast.ben, { scope: 'lists' }), 'POST /api/lists', { name: 'Errands' })
    expect((await other.next()).event).toBe('list:updated')
    await other.leave()
  })

  test('ends with the token’s day', async () => {
    const stream = await listen(await tokenOf(cast.ben, { expires: '2026-12-02' }))
    household.clock.set('2026-12-02T23:00:00Z')
    await ask(household, cast.ben, 'POST /api/lists', { name: 'Errands' })
    await until('its end', () => stream.hasEnded)
    expect(stream.frames).toEqual([])
    household.clock.set(MORNING)
  })
})
