import { expect, test } from 'bun:test'
import { usernameFrom } from '../../../src/calendar/home/username'

test.each([
  ['Ada Lovelace', 'ada-lovelace'],
  ['Zoë', 'zoe'],
  ['Guðrún', 'gudrun'],
  ['Þór', 'thor'],
  ['Strauß', 'strauss'],
  ['Æsa Øst', 'aesa-ost'],
  ['Łucja Đokić', 'lucja-dokic'],
  ['Işıl İnci', 'isil-inci'],
  ['牛乳', 'member'],
  ['..', 'member'],
  ['x'.repeat(40), 'x'.repeat(32)],
])('%s: %s', (name, username) => {
  expect(usernameFrom(name)).toBe(username)
})
