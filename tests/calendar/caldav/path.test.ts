import { describe, expect, test } from 'bun:test'
import { destinationUrl, encodeKey, pathKey, urlOfKey } from '../../../src/calendar/caldav/path'

const BASE = 'https://dav.example/ada/'

describe('the key of an href, and the path that is asked for by it', () => {
  test.each([
    ['/cal/a%40b.ics', '/cal/a@b.ics', '/cal/a%40b.ics'],
    ['/cal/caf%c3%a9.ics', '/cal/café.ics', '/cal/caf%C3%A9.ics'],
    ['cal/a%2Bb.ics', '/ada/cal/a+b.ics', '/ada/cal/a%2Bb.ics'],
    ['https://elsewhere.example/a.ics', '/a.ics', '/a.ics'],
    ['/cal/50%25.ics', '/cal/50%.ics', '/cal/50%25.ics'],
    ['/cal/50%.ics', '/cal/50%.ics', '/cal/50%25.ics'],
    ['/cal/50%%c3%a9.ics', '/cal/50%é.ics', '/cal/50%25%C3%A9.ics'],
    ['/cal/caf%25E9.ics', '/cal/caf%E9.ics', '/cal/caf%25E9.ics'],
    ['/%25/caf%25E9.ics', '/%/caf%E9.ics', '/%25/caf%25E9.ics'],
    ['/cal/caf%E9.ics', '%/cal/caf%E9.ics', '/cal/caf%E9.ics'],
    ['/cal/caf%e9 50%.ics', '%/cal/caf%E9%2050%25.ics', '/cal/caf%E9%2050%25.ics'],
    ['https://dav.example//caf%E9/', '%//caf%E9/', '/caf%E9/'],
  ])('%s: %s, %s', (href, key, path) => {
    expect(pathKey(href, BASE)).toBe(key)
    expect(encodeKey(key)).toBe(path)
    expect(urlOfKey(key, BASE)).toBe(`https://dav.example${path}`)
  })
})

test.each([
  ['/cal/caf%25E9 @.ics', 'https://dav.example/cal/caf%25E9%20@.ics'],
  ['/cal/caf%E9 @.ics', 'https://dav.example/cal/caf%E9%20@.ics'],
])('%s is the destination %s', (href, url) => {
  expect(destinationUrl(pathKey(href, BASE), BASE)).toBe(url)
})
