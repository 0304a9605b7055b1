import { expect, test } from 'bun:test'
import { sameEventAs } from '../../../web/src/calendar/parts/same-event'

const key = (uid: string, start: string, title = 'Choir') => JSON.stringify([uid, start, title])
const TUESDAY = key('choir', '2026-11-17T18:00:00.000Z')

test.each<[string, string[], number | null]>([
  [
    'under another title',
    [key('other', '2026-11-17T18:00:00.000Z', 'Tea'), key('choir', '2026-11-17T18:00:00.000Z', 'Band')],
    1,
  ],
  [
    'of a series the one that is nearest',
    [
      key('choir', '2026-11-10T18:00:00.000Z'),
      key('choir', '2026-11-18T18:00:00.000Z'),
      key('choir', '2026-11-24T18:00:00.000Z'),
    ],
    1,
  ],
  [
    'in a series of its own, as it is called',
    [key('split', '2026-11-18T18:00:00.000Z'), key('tea', '2026-11-17T18:00:00.000Z', 'Tea')],
    0,
  ],
  ['on a whole day', [key('choir', '2026-11-18')], 0],
  ['nowhere', [key('tea', '2026-11-17T18:00:00.000Z', 'Tea')], null],
])('an event that is drawn anew is found %s', (_, keys, found) => {
  expect(sameEventAs(TUESDAY, keys)).toBe(found === null ? null : keys[found]!)
})
