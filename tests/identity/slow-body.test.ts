import { expect, test } from 'bun:test'
import { DISPLAY_SESSION_COOKIE } from '../../src/identity/display-session'
import { endAllSessions } from '../../src/identity/session-version'
import { ask, seatedCast } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

/** Sends a body that is on its way for so long, and during which something happens. */
async function sendSlowly(path: string, cookie: string, body: object, ms: number, meanwhile: () => Promise<unknown>) {
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      await meanwhile()
      household.clock.advance(ms)
      controller.enqueue(new TextEncoder().encode(JSON.stringify(body)))
      controller.close()
    },
  }
  // Nothing is pulled before it is read.
  const stream = new ReadableStream(source, { highWaterMark: 0 })
  const headers = { cookie, 'content-type': 'application/json' }
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: stream })
  return (await household.app.handle(request)).status
}

test.each([
  ['is nobody’s any more where their session ends meanwhile', true, 401],
  ['is taken where it does not', false, 201],
])('what somebody sends slowly %s', async (_, ends, status) => {
  const { ben } = cast
  const meanwhile = async () => ends && endAllSessions(household.ctx, ben.id)
  expect(await sendSlowly('/api/lists', ben.cookie, { name: 'Camp' }, 2_000, meanwhile)).toBe(status)
})

test('nor is it a display’s that is removed meanwhile', async () => {
  const form = { name: 'Kitchen', calendarIds: [], listIds: [], canTick: true, canAdd: true }
  const say = <T>(request: string, body?: object) => ask<T>(household, cast.ada, request, body)
  const { body } = await say<{ display: { id: number }; code: string }>('POST /api/admin/displays', form)
  const { headers } = await ask(household, null, 'POST /api/display/pair', { code: body.code })
  const cookie = headers
    .getSetCookie()
    .find((one) => one.startsWith(DISPLAY_SESSION_COOKIE))!
    .split(';')[0]!
  const remove = () => say(`DELETE /api/admin/displays/${body.display.id}`)
  expect(await sendSlowly('/api/display/events', cookie, { title: 'Tea' }, 2_000, remove)).toBe(401)
})
