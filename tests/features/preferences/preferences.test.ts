import { expect, test } from 'bun:test'
import { ask, type Cast, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household)

const NOTHING = { language: null, theme: null, firstWeekday: null, hourCycle: null }

const read = async (who: keyof Cast) => (await ask(household, cast[who], 'GET /api/me/preferences')).body
const change = (who: keyof Cast, body: unknown, headers = {}) =>
  ask(household, cast[who], 'PATCH /api/me/preferences', body, headers)
const messages = async (who: keyof Cast) =>
  (await ask<{ language: string }>(household, cast[who], 'GET /api/me/reminders')).body.language

test('each is chosen alone, given up again, and only that member’s', async () => {
  expect(await read('ada')).toEqual(NOTHING)
  let expected: Record<string, unknown> = NOTHING
  for (const one of [
    { language: 'de' },
    { theme: 'dark' },
    { firstWeekday: 0 },
    { firstWeekday: 6 },
    { hourCycle: 'h12' },
    { theme: null, hourCycle: 'h23' },
    { language: null, firstWeekday: null, hourCycle: null },
  ]) {
    expected = { ...expected, ...one }
    expect(await change('ada', one)).toMatchObject({ status: 200, body: expected })
    expect(await read('ada')).toEqual(expected)
  }
  expect(await read('ben')).toEqual(NOTHING)
})

test.each([
  [{}],
  [{ volume: 11 }],
  [[]],
  ['de'],
  [{ language: 'fr' }],
  [{ language: 'DE' }],
  [{ language: '' }],
  [{ theme: 'auto' }],
  [{ theme: true }],
  [{ firstWeekday: 7 }],
  [{ firstWeekday: -1 }],
  [{ firstWeekday: 1.5 }],
  [{ firstWeekday: '1' }],
  [{ hourCycle: 'h24' }],
  [{ theme: 'dark', hourCycle: 12 }],
])('%j is refused and changes nothing', async (body) => {
  expect((await change('cleo', body)).status).toBe(400)
  expect(await read('cleo')).toEqual(NOTHING)
})

test('a change that comes again late undoes no newer one, and its key is good for nothing else', async () => {
  const key = { 'idempotency-key': 'dark-once' }
  await change('ben', { theme: 'dark' }, key)
  await change('ben', { theme: 'light' })
  expect(await change('ben', { theme: 'dark' }, key)).toMatchObject({ status: 200, body: { theme: 'dark' } })
  expect(await read('ben')).toMatchObject({ theme: 'light' })
  expect((await change('ben', { theme: 'light' }, key)).status).toBe(422)
})

test('messages speak the language that is chosen, unless they were made to speak another', async () => {
  expect(await messages('cleo')).toBe('en')
  await change('cleo', { language: 'de' })
  expect(await messages('cleo')).toBe('de')
  await change('cleo', { theme: 'dark', language: null })
  expect(await messages('cleo')).toBe('de')
  await change('cleo', { language: 'de' })
  await ask(household, cast.cleo, 'PATCH /api/me/reminders', { language: 'en' })
  await change('cleo', { theme: 'light' })
  await change('cleo', { language: 'de' })
  expect(await messages('cleo')).toBe('en')
})

test('of a development user who is nobody’s row, nothing is kept', async () => {
  const bypass = await openHousehold({ env: { NODE_ENV: 'development', DEV_AUTH_BYPASS: 'true' } })
  const { status, body } = await ask(bypass, null, 'PATCH /api/me/preferences', { theme: 'dark' })
  expect({ status, body }).toEqual({ status: 200, body: NOTHING })
  expect((await ask(bypass, null, 'GET /api/me/preferences')).body).toEqual(NOTHING)
  await bypass.close()
})
