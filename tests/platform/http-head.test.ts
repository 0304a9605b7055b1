import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ask, seatedCast } from '../support/cast'
import { cacheEvent, insertCalendar } from '../support/diary'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { isLook, listenToStatements } from '../support/statements'

const household = opened(() => openHousehold())
const cast = seatedCast(household)

let paths: Record<string, string>
beforeAll(async () => {
  const calendar = await insertCalendar(household.ctx, cast.ada.id, 'https://cal.test/ada/')
  await cacheEvent(household.ctx, calendar, 'dentist', { SUMMARY: 'Dentist' })
  const { body } = await ask<{ token: string }>(household, cast.ada, 'POST /api/feeds', { calendars: [calendar.id] })
  paths = {
    calendar: `/api/feeds/${body.token}.ics`,
    days: `/api/feeds/${body.token}.json`,
    export: '/api/me/export',
    household: '/api/admin/export',
  }
  // The runtime says lengths of its own where it listens.
  household.app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
})
afterAll(() => household.app.stop(true))

async function send(method: string, name: string) {
  const url = `http://127.0.0.1:${household.app.server!.port}${paths[name]}`
  const answer = await fetch(url, { method, headers: { cookie: cast.ada.cookie } })
  const { byteLength } = await answer.arrayBuffer()
  return { status: answer.status, headers: answer.headers, byteLength }
}

describe('HEAD', () => {
  test.each(['calendar', 'days', 'export', 'household'])(
    'says of the %s what GET says, and no other length',
    async (name) => {
      const [get, head] = [await send('GET', name), await send('HEAD', name)]
      expect(get.byteLength).toBeGreaterThan(0)
      expect({ status: head.status, byteLength: head.byteLength }).toEqual({ status: 200, byteLength: 0 })
      expect([null, String(get.byteLength)]).toContain(head.headers.get('content-length'))
      for (const header of ['content-type', 'etag', 'content-disposition', 'cache-control'])
        expect(head.headers.get(header)).toBe(get.headers.get(header))
    },
  )

  test.each(['calendar', 'export', 'household'])('makes nothing of the %s', async (name) => {
    // Without a server, which sends nothing of a body that is there.
    const made = async (method: string) => {
      const statements = listenToStatements(household.ctx)
      const request = new Request(`http://localhost${paths[name]}`, { method, headers: { cookie: cast.ada.cookie } })
      const { byteLength } = await (await household.app.handle(request)).arrayBuffer()
      return { byteLength, statements: statements.filter((sql) => !isLook(sql)).length }
    }
    await made('GET')
    const [get, head] = [await made('GET'), await made('HEAD')]
    expect(head.byteLength).toBe(0)
    expect(head.statements).toBeLessThan(get.statements)
  })
})
