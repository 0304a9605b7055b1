import { expect, test } from 'bun:test'
import { calendars, TOKEN_SCOPES } from '../../../src/platform/db/schema'
import { type Belongings, furnish, knock } from '../../support/access'
import { ask, cookieFor, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { Description } from '../openapi/described'

/** Which scopes open a route; no route but these is open to any. */
const READ = ['read', 'lists', 'events']
const LISTS = ['lists']
const EVENTS = ['events']
const OPEN: Record<string, string[]> = {
  'GET /api/events': READ,
  'GET /api/events/search': READ,
  'GET /api/events/writable-calendars': READ,
  'GET /api/events/sync-status': READ,
  'GET /api/lists': READ,
  'GET /api/lists/:id/items': READ,
  'GET /api/lists/:id/suggestions': READ,
  'GET /api/chores': READ,
  'GET /api/sse/lists': READ,
  'GET /api/sse/events': READ,
  'POST /api/lists': LISTS,
  'PATCH /api/lists/:id': LISTS,
  'DELETE /api/lists/:id': LISTS,
  'POST /api/lists/:id/duplicate': LISTS,
  'POST /api/lists/:id/untick': LISTS,
  'POST /api/lists/:id/move-checked': LISTS,
  'DELETE /api/lists/:id/suggestions': LISTS,
  'POST /api/lists/:id/items': LISTS,
  'POST /api/lists/:id/items/batch': LISTS,
  'DELETE /api/lists/:id/items': LISTS,
  'PATCH /api/list-items/:itemId': LISTS,
  'DELETE /api/list-items/:itemId': LISTS,
  'POST /api/events/create': EVENTS,
  'GET /api/events/:uid/edit': EVENTS,
  'PATCH /api/events/:uid/edit': EVENTS,
  'DELETE /api/events/:uid': EVENTS,
  'POST /api/events/refresh': EVENTS,
}

const household = opened(openHousehold)
const cast = seatedCast(household)

/** The paths of a route with the owner's own things in it. */
function pathOf(route: string, own: Belongings): string {
  const id = /\/lists\//.test(route) ? own.list : own.calendar
  return route.replace(':itemId', `${own.item}`).replace(':uid', own.event).replace(/:\w+/g, `${id}`)
}

test('every route of the service is open to the scopes that the table names, and to no other', async () => {
  // Ada is an admin: her tokens are not.
  const cookie = await cookieFor(household.ctx, cast.ada.id)
  const description = await Description.of(household)
  const guarded = description
    .all()
    .filter(([, { security }]) => security !== undefined)
    .map(([route]) => route.replaceAll(/\{(\w+)\}/g, ':$1'))
  expect(guarded.length).toBeGreaterThan(80)
  const tokens: Record<string, string> = {}
  for (const scope of TOKEN_SCOPES) {
    const { body } = await ask<{ token: string }>(household, cast.ada, 'POST /api/me/tokens', { name: scope, scope })
    tokens[scope] = body.token
  }
  const found: Record<string, string[]> = {}
  let own = await furnish(household, cast.ada.id)
  await household.ctx.db.update(calendars).set({ isShared: false })
  for (const route of guarded) {
    for (const scope of TOKEN_SCOPES) {
      // Nothing is left of what a write that is let through has removed.
      const isWrite = OPEN[route]?.includes(scope) === true && !route.startsWith('GET ')
      if (isWrite) own = await furnish(household, cast.ada.id)
      // The cookie would open every one.
      const sent = [household, cookie, pathOf(route, own), undefined, undefined] as const
      const { status } = await knock(...sent, { authorization: `Bearer ${tokens[scope]}` })
      if (status !== 403) found[route] = [...(found[route] ?? []), scope]
      expect({ route, scope, status: status === 401 ? status : 'known' }).toEqual({ route, scope, status: 'known' })
    }
  }
  const there = Object.entries(OPEN).filter(([route]) => guarded.includes(route))
  expect(there.length).toBeGreaterThan(15)
  expect(found).toEqual(Object.fromEntries(there))
})

test('where nobody is asked who they are, a token changes nothing', async () => {
  const authorization = 'Bearer nobody-knows-this'
  for (const path of ['/health', '/api/auth/mode', '/api/setup/status', '/api/openapi/json']) {
    expect((await ask(household, null, `GET ${path}`, undefined, { authorization })).status).toBe(200)
  }
  expect((await ask(household, null, 'GET /api/nope', undefined, { authorization })).status).toBe(404)
})
