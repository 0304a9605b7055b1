import { beforeAll, describe, expect, test } from 'bun:test'
import { createTaggedAnswers } from '../../../src/platform/http-tagged'
import { ask, type Member, seatedCast } from '../../support/cast'
import { cacheEvent, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { listenToStatements } from '../../support/statements'
import { EVENTS, HOUSEHOLD, itemsOf, LISTS } from './readers'

const household = opened(openHousehold)
const cast = seatedCast(household)
let listId: number

beforeAll(async () => {
  const { ctx } = household
  const own = await insertCalendar(ctx, cast.ada.id, 'https://cal.test/ada/')
  for (let day = 1; day <= 9; day++)
    await cacheEvent(ctx, own, `gym-${day}`, { DTSTART: `2026120${day}T090000Z`, SUMMARY: 'Gym' })
  const { body } = await ask<{ id: number }>(household, cast.ada, 'POST /api/lists', {
    name: 'Shopping',
    isShared: true,
  })
  listId = body.id
  await ask(household, cast.ada, `POST /api/lists/${listId}/items`, { text: 'Milk' })
})

const get = (who: Member, path: string, headers: Record<string, string> = {}) =>
  household.app.handle(new Request(`http://localhost${path}`, { headers: { cookie: who.cookie, ...headers } }))
const tagOf = async (who: Member, path: string) => (await get(who, path)).headers.get('etag')!

describe.each([() => EVENTS, () => HOUSEHOLD, () => LISTS, () => itemsOf(listId)])(
  'a read with a tag (%#)',
  (pathOf) => {
    test('is a 304 without a body to who names its tag, alone or among others', async () => {
      const tag = await tagOf(cast.ada, pathOf())
      for (const named of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
        const answer = await get(cast.ada, pathOf(), { 'if-none-match': named, 'accept-encoding': 'gzip' })
        expect(answer.status).toBe(304)
        expect(await answer.text()).toBe('')
        expect(answer.headers.get('etag')).toBe(tag)
        expect(answer.headers.get('content-encoding')).toBeNull()
      }
    })

    test('is the whole answer to anybody else, which no browser keeps', async () => {
      const first = await get(cast.ada, pathOf())
      const text = await first.text()
      const untagged = await get(cast.ada, '/api/people')
      for (const headers of [undefined, { 'if-none-match': '"other"' }]) {
        const answer = await get(cast.ada, pathOf(), headers)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(answer.headers.get('content-type')).toBe(untagged.headers.get('content-type'))
        expect(await answer.text()).toBe(text)
      }
    })

    test('says the same compressed, when it is kept as well', async () => {
      const text = await (await get(cast.ada, pathOf())).text()
      for (let count = 0; count < 2; count++) {
        const answer = await get(cast.ada, pathOf(), { 'accept-encoding': 'gzip' })
        const isPacked = answer.headers.get('content-encoding') === 'gzip'
        expect(isPacked).toBe(text.length >= 1024)
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(new TextDecoder().decode(isPacked ? Bun.gunzipSync(bytes) : bytes)).toBe(text)
      }
    })

    test('has a tag of its own for everybody', async () => {
      const tag = await tagOf(cast.ada, pathOf())
      expect(await tagOf(cast.ben, pathOf())).not.toBe(tag)
      expect((await get(cast.ben, pathOf(), { 'if-none-match': tag })).status).toBe(200)
    })

    test('costs a session and one query when nothing has changed', async () => {
      const tag = await tagOf(cast.ada, pathOf())
      const heard = listenToStatements(household.ctx)
      await get(cast.ada, pathOf(), { 'if-none-match': tag })
      expect(heard.splice(0)).toHaveLength(2)
      await get(cast.ada, pathOf())
      expect(heard).toHaveLength(2)
    })
  },
)

test('what somebody may not read any more is refused, whatever they hold', async () => {
  const tag = await tagOf(cast.ben, itemsOf(listId))
  await ask(household, cast.ada, `PATCH /api/lists/${listId}`, { isShared: false })
  expect((await get(cast.ben, itemsOf(listId), { 'if-none-match': tag })).status).toBe(403)
  expect((await get(cast.ben, itemsOf(listId), { 'if-none-match': '*' })).status).toBe(403)
})

test('an answer of megabytes is made anew for each who asks: it would push out all others', async () => {
  const tagged = createTaggedAnswers(household.ctx.config)
  const buildsOf = async (length: number) => {
    let builds = 0
    const build = async () => ({ builds: ++builds, text: 'x'.repeat(length) })
    for (let count = 0; count < 2; count++) {
      const request = new Request(`http://localhost/api/lists?length=${length}`)
      await tagged({ request, set: { headers: {} } }, { reader: cast.ada.id, version: 1, build })
    }
    return builds
  }
  expect(await buildsOf(1_000)).toBe(1)
  expect(await buildsOf(5 * 1024 * 1024)).toBe(2)
})
