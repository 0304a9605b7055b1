import { expect, test } from 'bun:test'
import { ask, type Cast, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household)

const read = async (who: keyof Cast) => (await ask(household, cast[who], 'GET /api/me/reminders')).body
const change = (who: keyof Cast, body: unknown) => ask(household, cast[who], 'PATCH /api/me/reminders', body)

test('notifications speak English until the member wants another language, and only for that member', async () => {
  expect(await read('ada')).toEqual({ language: 'en' })
  const { status, body } = await change('ada', { language: 'de' })
  expect({ status, body }).toEqual({ status: 200, body: { language: 'de' } })
  expect((await change('ada', { language: 'de' })).status).toBe(200)
  expect(await read('ada')).toEqual({ language: 'de' })
  expect(await read('ben')).toEqual({ language: 'en' })
})

test.each([[{}], [{ language: 'fr' }], [{ language: null }], [{ language: 'DE' }], [[]], ['de']])(
  '%j is refused and changes nothing',
  async (body) => {
    expect((await change('cleo', body)).status).toBe(400)
    expect(await read('cleo')).toEqual({ language: 'en' })
  },
)

test('of a development user who is nobody’s row, the default is told and nothing kept', async () => {
  const bypass = await openHousehold({ env: { NODE_ENV: 'development', DEV_AUTH_BYPASS: 'true' } })
  expect((await ask(bypass, null, 'GET /api/me/reminders')).body).toEqual({ language: 'en' })
  await bypass.close()
})
