import { expect, test } from 'bun:test'
import { davx5Address } from '../../../web/src/forms/davx5'

const ADDRESSES: [string, string][] = [
  ['https://calendar.example.org/', 'davx5://ada:abcd-efgh@calendar.example.org/'],
  ['https://example.org:8443/dav/', 'davx5://ada:abcd-efgh@example.org:8443/dav/'],
  ['http://192.168.1.2:5232/', 'caldav://ada:abcd-efgh@192.168.1.2:5232/'],
]
test.each(ADDRESSES)('DAVx⁵ is told of %s by %s', (serverUrl, expected) => {
  expect(davx5Address({ serverUrl, username: 'ada', appPassword: 'abcd-efgh' })).toBe(expected)
})
