import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { calendarCredentials } from '../../../src/platform/db/schema'
import { makeCalendar, putEvent, removeAt } from '../../support/caldav'
import {
  answer,
  cutBefore,
  cutWithin,
  denyProperties,
  emptyMultistatus,
  type Fault,
  loginPage,
  loseAnswer,
  redirectTo,
  truncateText,
  withoutSyncCollection,
  withoutTags,
  wrongType,
} from '../../support/proxy'
import { cachedRows, calendarAt, DAY_MS, PAUSE_MS, SyncStory } from './setting'

const story = new SyncStory().open()
beforeEach(async () => {
  for (const uid of ['one', 'two', 'three']) await putEvent('ada', story.path, uid)
})

const FAULTS: [string, () => Fault][] = [
  ['401', () => answer(401)],
  ['403', () => answer(403)],
  ['404', () => answer(404)],
  ['429', () => answer(429)],
  ['500', () => answer(500)],
  ['503', () => answer(503)],
  ['a login page', loginPage],
  ['200 without a body', () => answer(200)],
  ['204', () => answer(204)],
  ['a redirect elsewhere', () => redirectTo('https://elsewhere.example/login')],
  ['a cut before the server', cutBefore],
  ['a lost answer', loseAnswer],
  ['a cut within the answer', cutWithin],
  ['XML that breaks off', truncateText],
  ['another content type', wrongType],
  ['denied properties', denyProperties],
  ['an empty multistatus', emptyMultistatus],
]

interface Way {
  /** What the server does not have. */
  hide: (() => Fault) | null
  /** Time until the sync, so that a full pass is due or not. */
  wait: number
  /** The request that fails. */
  at: { method: string; body?: RegExp }
}

const WAYS: Record<string, Way> = {
  'the list of calendars': { hide: null, wait: 0, at: { method: 'PROPFIND' } },
  'the changes since a token': { hide: null, wait: 0, at: { method: 'REPORT', body: /sync-collection/ } },
  'every report': { hide: null, wait: 0, at: { method: 'REPORT' } },
  'the changed objects': { hide: null, wait: 0, at: { method: 'REPORT', body: /calendar-multiget/ } },
  'the etags of a server with ctags': { hide: withoutSyncCollection, wait: 0, at: { method: 'REPORT' } },
  'the etags of a server without tags': { hide: withoutTags, wait: 0, at: { method: 'REPORT' } },
  'the full pass': { hide: null, wait: DAY_MS, at: { method: 'REPORT' } },
}

describe.each(Object.entries(WAYS))('a failure of %s makes no row untrue', (_name, { hide, wait, at }) => {
  test.each(FAULTS)('%s', async (_fault, harm) => {
    if (hide !== null) story.setting.proxy.fault({}, hide())
    await story.sync()
    const before = await story.rows()
    expect(before).toHaveLength(3)

    await putEvent('ada', story.path, 'four')
    await removeAt('ada', `${story.path}one.ics`)
    story.setting.proxy.reset()
    story.setting.clock.advance(wait)
    story.setting.proxy.fault(at, harm())
    if (hide !== null) story.setting.proxy.fault({}, hide())
    await story.sync()
    // Either nothing has changed, or another way of asking has told the truth, or that part of it which is certain.
    const meanwhile = await story.rows()
    const isSound = [
      ['four', 'three', 'two'],
      ['three', 'two'],
    ].some((uids) =>
      Bun.deepEquals(
        uids,
        meanwhile.map(({ uid }) => uid),
      ),
    )
    if (!isSound) expect(meanwhile).toEqual(before)

    story.setting.proxy.reset()
    if (hide !== null) story.setting.proxy.fault({}, hide())
    story.setting.clock.advance(PAUSE_MS)
    await story.sync()
    expect((await story.rows()).map(({ uid }) => uid)).toEqual(['four', 'three', 'two'])
    expect((await story.calendar()).lastError).toBeNull()
  })
})

describe('what people are told', () => {
  const told = async () => {
    const [credential] = await story.setting.ctx.db
      .select()
      .from(calendarCredentials)
      .where(eq(calendarCredentials.userId, story.setting.cast.ada.id))
    return credential?.lastError
  }

  test.each<[string, () => Fault, string]>([
    ['401', () => answer(401), 'The calendar server refused the app password.'],
    ['503', () => answer(503), 'The calendar server is busy; it will be asked again.'],
    ['500', () => answer(500), 'The calendar server answered with status 500.'],
    ['a cut', cutBefore, 'The calendar server could not be reached.'],
    ['half an answer', truncateText, 'The calendar server gave an answer that is incomplete or not understood.'],
  ])('of %s, until it is well again', async (_case, harm, words) => {
    story.setting.proxy.fault({ method: 'PROPFIND', times: 1 }, harm())
    await story.sync()
    expect(await told()).toBe(words)
    story.setting.clock.advance(PAUSE_MS)
    await story.sync()
    expect(await told()).toBeNull()

    await putEvent('ada', story.path, 'again')
    story.setting.proxy.fault({ path: new RegExp(story.path) }, harm())
    await story.sync()
    expect(await told()).toBe(words)
    expect((await story.calendar()).lastError).toBe(words)
  })

  test('one calendar that fails does not stop the next', async () => {
    const other = await makeCalendar('ada')
    await putEvent('ada', other, 'elsewhere')
    story.setting.proxy.fault({ path: new RegExp(story.path) }, answer(500))
    await story.sync()
    expect(await story.rows()).toEqual([])
    const otherRow = await calendarAt(story.setting, other)
    expect(await cachedRows(story.setting, otherRow!.id)).toHaveLength(1)
    expect(otherRow?.lastError).toBeNull()
  })
})
