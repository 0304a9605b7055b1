import { expect, spyOn, test } from 'bun:test'
import { parseXml } from '../../../src/calendar/caldav/xml'
import { UTC } from '../../../src/calendar/ical/zone'
import { readObjects } from '../../../src/calendar/sync/read-objects'
import { foreground } from '../../../src/platform/foreground'
import { eventText } from '../../support/caldav'

const MANY = 5_000

const objects = Array.from({ length: MANY }, (_, number) => ({
  href: `/ada/${number}.ics`,
  etag: '"1"',
  data: eventText(`event-${number}`),
}))
const answer = `<multistatus xmlns="DAV:">${objects
  .map(
    ({ href }) =>
      `<response><href>${href}</href><propstat><prop><getetag>"1"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>`,
  )
  .join('')}</multistatus>`

test.each<[string, () => Promise<unknown>]>([
  ['reading many objects', () => readObjects(objects, UTC, { withFingerprint: true })],
  ['taking a long answer apart', () => parseXml([answer])],
])('%s gives way to requests', async (_, work) => {
  const giveWay = spyOn(foreground, 'giveWay')
  try {
    await work()
    expect(giveWay.mock.calls.length).toBeGreaterThan(0)
  } finally {
    giveWay.mockRestore()
  }
})
