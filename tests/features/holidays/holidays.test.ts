import { expect, test } from 'bun:test'
import type { HolidayCountry } from '../../../src/features/holidays/model'
import { ask, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const household = opened(openHousehold)
const cast = seatedCast(household, { anew: true })

const read = async () =>
  (await ask<{ countries: HolidayCountry[] }>(household, cast.ben, 'GET /api/holidays')).body.countries

test('a member hears whose holidays are known, in the language that they have chosen', async () => {
  const germany = (countries: HolidayCountry[]) => countries.find(({ code }) => code === 'DE')!
  const english = germany(await read())
  expect(english.name).toBe('Germany')
  expect(english.regions).toContainEqual({ code: 'BW', name: 'Baden-Württemberg' })
  await ask(household, cast.ben, 'PATCH /api/me/preferences', { language: 'de' })
  expect(germany(await read()).name).toBe('Deutschland')
})
