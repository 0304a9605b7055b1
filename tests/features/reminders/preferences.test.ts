import { expect, test } from 'bun:test'
import { ask, type Cast, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household)

const DEFAULTS = {
  defaultTimed: null,
  defaultAllDay: null,
  shared: ['all'],
  quietHours: null,
  morning: null,
  language: 'en',
}

const read = async (who: keyof Cast) => (await ask(household, cast[who], 'GET /api/me/reminders')).body
const change = (who: keyof Cast, body: unknown) => ask(household, cast[who], 'PATCH /api/me/reminders', body)

test('each preference has a default, changes alone, and only for that member', async () => {
  expect(await read('ada')).toEqual(DEFAULTS)
  let expected: Record<string, unknown> = DEFAULTS
  for (const one of [
    { language: 'de' },
    { defaultTimed: 30 },
    { defaultTimed: 0 },
    { defaultAllDay: 1440 },
    { shared: ['me'] },
    { shared: [] },
    { quietHours: { start: '22:00', end: '07:00' } },
    { quietHours: { start: '00:00', end: '23:59' } },
    { morning: '06:30' },
    { defaultTimed: null, defaultAllDay: null, quietHours: null, morning: null, language: 'en' },
  ]) {
    expected = { ...expected, ...one }
    expect(await change('ada', one)).toMatchObject({ status: 200, body: expected })
    expect(await change('ada', one)).toMatchObject({ status: 200, body: expected })
    expect(await read('ada')).toEqual(expected)
  }
  expect(await read('ben')).toEqual(DEFAULTS)
})

test('the words about the shared calendar have one order, and each stands once', async () => {
  const { body } = await change('ada', { shared: ['children', 'me', 'me'] })
  expect(body).toMatchObject({ shared: ['me', 'children'] })
})

test('what is not known is ignored beside what is', async () => {
  expect(await change('ben', { defaultTimed: 5, volume: 11 })).toMatchObject({
    status: 200,
    body: { ...DEFAULTS, defaultTimed: 5 },
  })
})

const at = (start: unknown, end: unknown) => ({ quietHours: { start, end } })

test.each([
  [{}],
  [{ volume: 11 }],
  [[]],
  ['de'],
  [{ language: 'fr' }],
  [{ language: null }],
  [{ language: 'DE' }],
  [{ defaultTimed: -1 }],
  [{ defaultTimed: 10_081 }],
  [{ defaultTimed: 1.5 }],
  [{ defaultTimed: '30' }],
  [{ defaultAllDay: true }],
  [{ shared: null }],
  [{ shared: 'all' }],
  [{ shared: ['nobody'] }],
  [{ shared: ['me', 'me', 'me', 'me'] }],
  [{ quietHours: true }],
  [{ quietHours: { start: '22:00' } }],
  [at('22:00', '22:00')],
  [at('24:00', '07:00')],
  [at('22:00', '7:00')],
  [at('22:60', '07:00')],
  [at('22:00:00', '07:00')],
  [at('22:00', null)],
  [{ morning: '' }],
  [{ morning: '06:30 ' }],
  [{ morning: '٠٦:٣٠' }],
  [{ morning: '06:30', language: 'fr' }],
])('%j is refused and changes nothing', async (body) => {
  expect((await change('cleo', body)).status).toBe(400)
  expect(await read('cleo')).toEqual(DEFAULTS)
})

test('of a development user who is nobody’s row, the defaults are told and nothing kept', async () => {
  const bypass = await openHousehold({ env: { NODE_ENV: 'development', DEV_AUTH_BYPASS: 'true' } })
  expect((await ask(bypass, null, 'GET /api/me/reminders')).body).toEqual(DEFAULTS)
  const { status, body } = await ask(bypass, null, 'PATCH /api/me/reminders', { morning: '06:30' })
  expect({ status, body }).toEqual({ status: 200, body: DEFAULTS })
  await bypass.close()
})
