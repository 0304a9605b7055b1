import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { getObject } from '../../../src/calendar/caldav/client'
import { findHome } from '../../../src/calendar/caldav/discover'
import { resync, syncMember } from '../../../src/calendar/sync'
import { notePoll, storeCredential } from '../../../src/household/credentials'
import { calendars } from '../../../src/platform/db/schema'
import { makeCalendar, putEvent } from '../../support/caldav'
import type { CastName } from '../../support/cast'
import {
  answer,
  cutBefore,
  cutWithin,
  denyProperties,
  type Fault,
  loginPage,
  redirectTo,
  rewrite,
  truncateText,
  wrongType,
} from '../../support/proxy'
import { CALDAV_USERS } from '../../support/servers'
import { connectAs } from '../caldav/edge'
import { openSetting, type Setting } from './setting'

/** A server whose paths bear its people's addresses, as most do. */
const ADDRESS = 'ada@example.org'
const ACCOUNT = { accountEmail: ADDRESS, appPassword: CALDAV_USERS[ADDRESS] ?? '' }

let setting: Setting
let path: string
let href: string
beforeAll(async () => {
  setting = await openSetting()
  const { ctx, cast, proxy } = setting
  const home = `${proxy.url}${encodeURIComponent(ADDRESS)}/`
  await storeCredential(ctx, ctx.db, cast.ada.id, { providerType: 'caldav', ...ACCOUNT }, { homeUrl: home })
  path = await makeCalendar(ADDRESS as CastName)
  href = await putEvent(ADDRESS as CastName, path, 'one')
})
afterAll(() => setting.close())
afterEach(async () => {
  setting.proxy.reset()
  await setting.ctx.db.delete(calendars)
  // A failure that is known is not logged again.
  await notePoll(setting.ctx, setting.cast.ada.id, null)
  setting.logLines.length = 0
})

const sync = () => syncMember(setting.ctx, setting.cast.ada.id)

/** What was logged since the last test, which must be something, and nobody's address. */
function expectNobodyNamed() {
  const log = setting.logLines.join('')
  expect(log).toContain('not ')
  expect(log).not.toMatch(/ada(@|%40)example|\.ics/i)
}

describe('no line of the log bears the address of a person', () => {
  const FAULTS: [string, () => Fault][] = [
    ['a refusal', () => answer(503)],
    ['a cut connection', cutBefore],
    ['an answer that is cut', cutWithin],
    ['a page', loginPage],
    ['a redirect', () => redirectTo('https://elsewhere.example/')],
    ['half a text', truncateText],
    ['another type', wrongType],
    ['denied properties', denyProperties],
    ['too much', () => rewrite((whole) => ({ ...whole, body: `${whole.body}${' '.repeat(65 * 1024 * 1024)}` }))],
  ]

  test.each(FAULTS)('%s instead of the calendars', async (_case, fault) => {
    setting.proxy.fault({ method: 'PROPFIND' }, fault())
    await sync()
    expectNobodyNamed()
  })

  test.each(FAULTS)('%s instead of the events', async (_case, fault) => {
    setting.proxy.fault({ method: 'REPORT' }, fault())
    await sync()
    expectNobodyNamed()
  })

  test.each(FAULTS)('%s instead of one object', async (_case, fault) => {
    setting.proxy.fault({ method: 'REPORT' }, answer(404))
    setting.proxy.fault({ method: 'GET' }, fault())
    const account = connectAs(ADDRESS as CastName, setting.proxy.url)
    const reading = getObject(account, new URL(path, setting.proxy.url).href, href)
    expect(await reading.then(String, String)).not.toMatch(/ada(@|%40)example|\.ics/i)
    expect(setting.proxy.requests.map(({ method }) => method)).toContain('GET')
  })

  test.each(FAULTS)('%s while an account is checked', async (_case, fault) => {
    setting.proxy.fault({ body: /calendar-home-set/ }, fault())
    await findHome(setting.ctx, ACCOUNT)
    expectNobodyNamed()
  })

  test('an object that cannot be read', async () => {
    const withoutUid = rewrite((whole) => ({ ...whole, body: whole.body.replaceAll('UID:one', 'X-UID:one') }))
    setting.proxy.fault({ method: 'REPORT' }, withoutUid)
    await sync()
    const [calendar] = await setting.ctx.db.select({ id: calendars.id }).from(calendars)
    await resync(setting.ctx, calendar!.id, href)
    const skipped = setting.logLines.filter((line) => line.includes('object skipped'))
    // Both lines name the same object.
    expect(new Set(skipped.map((line) => JSON.parse(line).object)).size).toBe(1)
    expect(skipped).toHaveLength(2)
    expect(setting.logLines.join('')).not.toMatch(/ada(@|%40)example|\.ics/i)
  })
})
